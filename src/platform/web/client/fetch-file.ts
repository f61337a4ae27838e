import * as z from 'zod/mini';
import { readToken } from '../session/session.ts';

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

const refusal = z.object({ message: z.string() });

/**
 * Null without a message, so that the fallback of §8 is shown. A proxy may respond with anything.
 */
export const serverSentence = (answer: unknown): string | null =>
  refusal.safeParse(answer).data?.message.trim() || null;
