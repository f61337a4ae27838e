import { sendBy } from './rpc.ts';
import { checkVersion } from './server-version.ts';

/** A weak line takes long; one that takes longer than this has been cut without a word. */
const PATIENCE_MILLISECONDS = { questions: 20_000, changes: 60_000 };

/** Ends calls that nobody answers, and looks at the version of the server that has answered. */
export const sendPatiently = (): void =>
  sendBy((url, options) => fetchPatiently(url, options).then(checkVersion));

/**
 * The time counts until the whole answer is here. @throws TypeError when it is over, as `fetch`
 * does when a line is cut
 */
async function fetchPatiently(url: RequestInfo | URL, options: RequestInit): Promise<Response> {
  // `AbortSignal.any` and `timeout` are missing in browsers of three years ago.
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
