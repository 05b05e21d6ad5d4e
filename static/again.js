// A page of before, or none, comes anew once there is a network: not under what somebody typed, and a table looks by itself.

let typed = false;
addEventListener("input", () => (typed = true));
addEventListener("online", () => typed || document.querySelector("#live") || location.reload());
