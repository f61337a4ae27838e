import { useEffect, useState } from 'react';
import { fetchFile } from '#platform/web/client/fetch-file.ts';
import { m } from '#text';

export function useObjectUrl(file: Blob | null | undefined): string | null {
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
