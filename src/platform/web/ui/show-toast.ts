export type ToastType = 'success' | 'error' | 'info';
export type Toast = { id: number; type: ToastType; text: string };

/** As many as fit on a phone without covering the page. */
const SHOWN_MAX = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Disappears after four seconds, so a message that requires an action must also be on the page. */
export function showToast(type: ToastType, text: string) {
  // A repeated message is one toast, and its time restarts.
  const others = toasts.filter((toast) => toast.type !== type || toast.text !== text);
  setToasts([...others, { id: ++lastId, type, text }].slice(-SHOWN_MAX));
}

export const dismissToast = (id: number) => setToasts(toasts.filter((toast) => toast.id !== id));

export const currentToasts = () => toasts;

export function onToastsChange(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setToasts(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}
