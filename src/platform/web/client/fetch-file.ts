import { readToken } from '../session/session.ts';
import { serverSentence } from './server-sentence.ts';

/**
 * Bypasses the HTTP cache by default, because only its owner may read the file. Throws the server's
 * message, or `fallback`.
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
