// What was waiting and what the table now says, side by side, where a tap that waited was not taken.

const part = (name, text = "", more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

// Comes back with "keep", "change", "drop" or "all"; closed without an answer, it is kept.
// `sheet` is the referee's no; without it a page said `title` and `text`. `left` was tapped behind it, and is not kept.
window.stopped = ({ title, text, sheet, left, moved, now, taps }) =>
  new Promise((done) => {
    const [tap, ...rest] = taps;
    const lines = (parts) => [...(sheet?.querySelectorAll(parts) ?? [])].map((each) => each.textContent.replace(/\s+/g, " ").trim());
    const read = (parts) => lines(parts).join(" ");
    const rule = read(".proofs .because > summary b").replace(" ", "\u00a0");
    const says = [text ?? read(".why"), rule && `${rule}.`, left && `Not sent: ${left}.`].filter(Boolean).join(" ");
    const meanwhile = text ? [] : lines(".changed li:nth-last-child(-n + 4)");
    const field = (name) => tap.fields.find(([each]) => each === name)?.[1];
    // A call is of its moment, and of the card that lay: later it is another one.
    const isCall = field("buzz") !== undefined;
    const dialog = part("dialog", "", { id: "stopped" });
    const heading = part("h2", title ?? sheet?.querySelector("h2")?.textContent ?? "Refused", { id: "stopped-title", tabIndex: -1, autofocus: true });
    dialog.setAttribute("aria-labelledby", heading.id);
    const list = part("ol");
    for (const { name, at } of taps) list.append(part("li", `${name} `)), list.lastChild.append(part("small", clock(at)));
    const keep = ["keep", moved ? "Send it anyway" : "Keep it waiting"];
    const drop = ["drop", rest.length ? "Drop it, send the rest" : "Drop it"];
    // What the referee has judged seldom gets any better; of the rest nobody knows.
    const again = isCall ? [] : [["change", "Change it"], keep];
    const ways = title ? [keep, drop] : moved ? [keep, ["change", "Change it"], drop] : [drop, ...again];
    if (rest.length) ways.push(["all", `Drop all ${taps.length}`]);
    const acts = part("div", "", { className: "acts" });
    for (const [value, words] of ways) {
      acts.append(part("button", words, { className: value === ways[0][0] ? "act match" : "act", type: "button", onclick: () => dialog.close(value) }));
    }
    dialog.append(heading, part("p", isCall && field("card") ? `${tap.name} ${field("card")}` : tap.name, { className: "move" }));
    if (says) dialog.append(part("p", says, { className: "why" }));
    if (meanwhile.length) dialog.append(part("p", "Meanwhile", { className: "label" }), part("p", meanwhile.join(" ")));
    // What was done last is part of both.
    dialog.append(part("p", "The table now", { className: "label" }), part("p", meanwhile.reduce((rest, line) => rest.replace(line, ""), now)));
    if (rest.length) dialog.append(part("p", "Waiting", { className: "label" }), list);
    dialog.append(acts);
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue || "later");
    });
    // The dialog says all that the sheet behind it does.
    if (sheet) sheet.style.visibility = "hidden";
    document.querySelector("#live").append(dialog);
    dialog.showModal();
  });
