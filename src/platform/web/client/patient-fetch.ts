import { checkVersion, sendBy } from './rpc.ts';

export const sendPatiently = (): void =>
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
