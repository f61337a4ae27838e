/**
 * Asks every two seconds whether there is something new to show, and shows it: the page is fetched again, unless a PIN is being typed
 * for a prompt that still rings. Counts the seconds that a prompt has left. Served as a file, because pages may run no others.
 */
export const phoneScript = `
const shown = document.body.dataset.state;
const pin = document.querySelector('input[name=pin]');
if (pin && matchMedia('(pointer: fine)').matches) pin.focus();
setInterval(async () => {
  if (document.hidden) return;
  try {
    const state = await (await fetch('/demo/phone/state')).text();
    if (state !== shown && !(pin && pin.value && state.split('.')[0] === shown.split('.')[0])) location.reload();
  } catch {}
}, 2000);
const left = document.querySelector('[data-ends]');
if (left) setInterval(() => {
  left.textContent = String(Math.max(0, Math.ceil((Number(left.dataset.ends) - Date.now()) / 1000)));
}, 500);
`;
