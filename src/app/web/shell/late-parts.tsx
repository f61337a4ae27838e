import { useEffect } from 'react';
import { m } from '#text';
import { useConnectionText, useIsOnline } from '#ui/screen-state.ts';
import { Toaster } from '#ui/toaster.tsx';
import { checkVersion, sendBy } from '#web/rpc.ts';

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

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const text = useConnectionText() ?? (isOnline ? null : m.offlineText());
  return (
    <div role="status" className="empty:hidden">
      {text && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{text}</p>}
    </div>
  );
}

const sendPatiently = () =>
  sendBy((url, options) => fetchPatiently(url, options).then(checkVersion));

const PATIENCE_MILLISECONDS = { questions: 20_000, changes: 60_000 };

/**
 * The timeout covers the whole response. Throws a TypeError, as `fetch` does when the connection is
 * lost.
 */
async function fetchPatiently(url: RequestInfo | URL, options: RequestInit) {
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
