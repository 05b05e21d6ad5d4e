// The service worker, where the browser has one: over https, and on this machine itself.

addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
