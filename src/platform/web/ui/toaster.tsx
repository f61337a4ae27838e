import { useEffect, useRef, useSyncExternalStore } from 'react';
import { TOAST_MILLISECONDS } from '#rules/limits.ts';
import { m } from '#text';
import { classNames } from './elements.tsx';
import { currentToasts, dismissToast, onToastsChange, type Toast } from './show-toast.ts';

const NONE: readonly Toast[] = [];

/** Once per page, above everything, including an open dialog if the browser supports it. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, () => NONE);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = region.current;
    if (!element?.hidePopover) return;
    // The popover shown last is on top, so it is reopened with each change.
    element.hidePopover();
    if (toasts.length === 0) return;
    element.showPopover();
    leaveButtonsFree(element);
    const observer = new MutationObserver(() => leaveButtonsFree(element));
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [toasts]);

  return (
    <section
      ref={region}
      popover="manual"
      aria-label={m.notifications()}
      className="pointer-events-none fixed inset-x-0 top-auto bottom-20 z-50 m-0 w-full border-0 bg-transparent p-0 text-ink print:hidden"
    >
      <ul aria-live="polite" className="grid justify-items-center gap-2 px-4">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} {...toast} />
        ))}
      </ul>
    </section>
  );
}

/** On a screen full of buttons only the next step stays free, or none. */
function leaveButtonsFree(region: HTMLElement) {
  if (!moveAbove(region, 'button, [class*=button-]') && !moveAbove(region, '.button-primary'))
    region.style.bottom = '';
}

/**
 * Moves the toasts up past each button that they would cover, the lowest first.
 * @returns whether they are still on the screen
 */
function moveAbove(region: HTMLElement, kind: string) {
  region.style.bottom = '';
  const toasts = [...region.querySelectorAll('li')];
  const buttons = [...document.querySelectorAll(kind)]
    .filter((button) => !region.contains(button))
    .map((button) => button.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
    .sort((one, other) => other.top - one.top);
  for (const { left, right, top, bottom } of buttons)
    if (
      toasts.some((toast) => {
        const box = toast.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      })
    )
      region.style.bottom = `${innerHeight - top + 8}px`;
  return toasts.every((toast) => toast.getBoundingClientRect().top >= 0);
}

const edges = { success: 'border-l-leaf', error: 'border-l-soil', info: 'border-l-on-sky-soft' };
const signs = {
  success: 'm5.5 10.5 3 3 6-7',
  error: 'M10 5v6M10 14.5v.01',
  info: 'M10 9v6M10 5.5v.01',
};

/** Disappears after four seconds (§9), even while hovered. */
function ToastItem({ id, type, text }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <li
      role={type === 'error' ? 'alert' : undefined}
      className={classNames(
        'pointer-events-auto flex w-full max-w-96 items-center gap-3 rounded-field border border-line border-l-4 bg-card py-1.5 pr-1.5 pl-4 font-medium shadow-raised',
        edges[type],
      )}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        <circle cx="10" cy="10" r="9" strokeWidth="1.5" />
        <path d={signs[type]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span className="min-w-0 flex-1 py-1.5">{text}</span>
      <button
        type="button"
        aria-label={m.close()}
        onClick={() => dismissToast(id)}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-line/60"
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5">
          <path
            d="m6 6 12 12M18 6 6 18"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      </button>
    </li>
  );
}
