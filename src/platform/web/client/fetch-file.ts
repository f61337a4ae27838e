import { readToken } from '../session/session.ts';
import { serverSentence } from './server-sentence.ts';

/**
 * Fetches a file that only its owner may read, bypassing the HTTP cache unless `cache` says
 * otherwise.
 * @throws Error with the server's message, or with `fallback`
 */
export async function fetchFile(
  path: string,
  fallback: string,
  cache: RequestCache = 'no-store',
): Promise<Blob> {
  const headers = { authorization: `Bearer ${readToken() ?? ''}` };
  const answer = await fetch(path, { headers, cache }).catch(() => null);
  const content = answer?.ok ? await answer.blob().catch(() => null) : null;
  if (content) return content;
  const told = answer?.ok ? null : await answer?.json().catch(() => null);
  throw new Error(serverSentence(told) ?? fallback);
}
