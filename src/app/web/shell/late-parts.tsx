import { useEffect, useRef, useSyncExternalStore } from 'react';
import { TOAST_MILLISECONDS } from '#rules/limits.ts';
import { m } from '#text';
import { useConnectionText, useIsOnline } from '#ui/browser/screen-state.ts';
import {
  currentToasts,
  dismissToast,
  onToastsChange,
  type Toast,
} from '#ui/feedback/show-toast.ts';
import { classNames } from '#ui/layout/class-names.ts';
import { checkVersion, sendBy } from '#web/client/rpc.ts';

/** Loaded after the page, because no page starts with any of it. A toast waits for its code. */
export function LateParts() {
  useEffect(sendPatiently, []);
  return (
    <>
      <OfflineBanner />
      <Toaster />
    </>
  );
}

const PATIENCE_MILLISECONDS = { questions: 20_000, changes: 60_000 };

const sendPatiently = (): void =>
  sendBy((url, options) => fetchPatiently(url, options).then(checkVersion));

/**
 * The timeout covers the whole response. Throws a TypeError, as `fetch` does when the connection is
 * lost.
 */
async function fetchPatiently(url: RequestInfo | URL, options: RequestInit): Promise<Response> {
  // Browsers of three years ago lack `AbortSignal.any` and `timeout`.
  const end = new AbortController();
  const stop = () => end.abort();
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop);
  let isOver = false;
  const timer = setTimeout(
    () => {
      isOver = true;
      stop();
    },
    options.method === 'POST' ? PATIENCE_MILLISECONDS.changes : PATIENCE_MILLISECONDS.questions,
  );
  try {
    const answer = await fetch(url, { ...options, signal: end.signal });
    return new Response((await answer.text()) || null, answer);
  } catch (error) {
    throw isOver ? new TypeError('No answer') : error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const text = useConnectionText() ?? (isOnline ? null : m.offlineText());
  return (
    <div role="status" className="empty:hidden">
      {text && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{text}</p>}
    </div>
  );
}

const NONE: readonly Toast[] = [];

const edges = { success: 'border-l-leaf', error: 'border-l-soil', info: 'border-l-on-sky-soft' };
const signs = {
  success: 'm5.5 10.5 3 3 6-7',
  error: 'M10 5v6M10 14.5v.01',
  info: 'M10 9v6M10 5.5v.01',
};

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

/**
 * Moves the toasts up past each button that they would cover, the lowest first. On a screen full of
 * buttons they stay.
 */
function leaveButtonsFree(region: HTMLElement) {
  region.style.bottom = '';
  const toasts = [...region.querySelectorAll('li')];
  const buttons = [...document.querySelectorAll('button, [class*=button-]')]
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
  if (toasts.some((toast) => toast.getBoundingClientRect().top < 0)) region.style.bottom = '';
}

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
