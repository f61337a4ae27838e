import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { m } from '#text';
import { readToken } from './session.ts';

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
export const serverSentence = (answer: unknown) =>
  refusal.safeParse(answer).data?.message.trim() || null;

export function useObjectUrl(file: Blob | null | undefined) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}

/** The browser may cache it. */
export const fetchMedia = (path: string): Promise<Blob> =>
  fetchFile(path, m.loadFailed(), 'default');

export function useMedia(path: string) {
  const [file, setFile] = useState<Blob | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try fetches it again
  useEffect(() => {
    let isWanted = true;
    setHasFailed(false);
    fetchMedia(path).then(
      (fetched) => isWanted && setFile(fetched),
      () => isWanted && setHasFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [path, tries]);
  return { url: useObjectUrl(file), hasFailed, again: () => setTries((count) => count + 1) };
}
