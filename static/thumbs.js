// Controls of a table by what they do, as they outlive a sheet; and a second tap on the same spot is the same tap.

const SAME_SPOT = 24;
const SAME_TAP = 350;
const CONTROLS = "a[href], button, input[type=radio], input[type=checkbox]";

const table = () => document.querySelector("#table");
const outside = (part) => part.closest("label") ?? part;
// What a person would call it; of a seat, whose it is.
const words = (part) => {
  const named = part.querySelector(".faced > span") ?? part.querySelector(".name") ?? outside(part);
  return (part.getAttribute("aria-label") || named.textContent).replace(/\s+/g, " ").trim();
};

function identity(part) {
  // What a link looks at may change with each tap; the name that it has stays.
  const href = part.matches("a[id]") ? `#${part.id}` : part.getAttribute("href");
  // A form's only key may say what it would save: that is another sum by the time it is sent.
  const form = part.form?.id;
  return [part.name, part.value, href, part.form?.getAttribute("action"), form, part.name || href || form ? "" : words(part)].join("\n");
}

function controlOf(target) {
  const part = target?.closest?.("label")?.control ?? target?.closest?.(CONTROLS);
  return part?.matches(CONTROLS) && table()?.contains(part) ? part : null;
}

let pressed = null;
// Sent, and not answered for long enough: `until` is when each is over.
let open = [];
let again = false;

// What a tap types with, the keys of a form that only looks or a link called the same, is never one with the one before.
const typesWith = (part) => (part.form?.matches("[hx-get]") ? "keys" : part.matches("a[hx-get]") ? words(part) : "");

function isSame(tap, before) {
  if (tap.types && tap.types === before.types) return false;
  return tap.keyed ? tap.is === before.is : Math.hypot(tap.x - before.x, tap.y - before.y) <= SAME_SPOT;
}

window.addEventListener("click", (event) => {
  if (again || !table()?.contains(event.target)) return;
  const part = controlOf(event.target);
  const tap = { x: event.clientX, y: event.clientY, keyed: event.detail === 0, pressedAt: event.timeStamp };
  if (part) Object.assign(tap, { is: identity(part), types: typesWith(part) });
  open = open.filter(({ until }) => tap.pressedAt < until);
  pressed = tap;
  if (part?.matches("[type=radio], [type=checkbox]") || !open.some((before) => isSame(tap, before))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

const find = (is) => is && [...(table()?.querySelectorAll(CONTROLS) ?? [])].find((each) => !each.disabled && identity(each) === is);

window.thumbs = {
  find,
  // What is seen of it.
  outside: (is) => find(is) && outside(find(is)),
  // Whether it is made by `again`.
  isAgain: () => again,
  // The tap that a request of this control comes from.
  taken: (part) => ({ pressedAt: performance.now(), ...pressed, part, is: identity(part), name: words(part), types: typesWith(part) }),
  sent(tap) {
    open.push(Object.assign(tap, { until: Infinity }));
    return tap;
  },
  // Only the last one that was answered is remembered: a key may be tapped again after another.
  answered(tap) {
    tap.until = performance.now() + SAME_TAP;
    open = open.filter((each) => each === tap || each.until === Infinity);
  },
  // What waits without a connection does so for long, and the same key may well be meant again.
  lost() {
    open = open.slice(-1);
    for (const tap of open) tap.until = tap.pressedAt + SAME_TAP;
  },
  // A tap that had to wait is made, if its control is still what it was.
  again({ part, is, ...tap }) {
    if (!table()?.contains(part) || part.disabled || identity(part) !== is) return false;
    [pressed, again] = [tap, true];
    if (part.matches("form")) part.requestSubmit();
    else part.click();
    again = false;
    return true;
  },
  identity: (target) => controlOf(target) && identity(controlOf(target)),
  // What a person reads of a tap later on: with what was typed beside it.
  called(name, form) {
    const seen = [...form.elements].filter((field) => field.matches("input:not([type=hidden], [type=radio])") && field.value);
    const texts = seen.filter((field) => field.type !== "checkbox" || field.checked).map((field) => (field.type === "checkbox" ? words(field) : field.value));
    return texts.length ? `${name}: ${texts.join(", ")}` : name;
  },
};
