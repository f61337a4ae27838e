import { useEffect, useRef } from 'react';
import { NotLoggedInError, PhotoNotSent, sendPhoto } from '#photos/web/send-photo.ts';
import { notePhotoSent, shrinkPhoto } from '#photos/web/shrink-photo.ts';
import { m } from '#text';
import { trpc } from '#web/trpc.ts';
import type { DraftPhoto } from './stored-photos.ts';

/** `url`: the local picture or, after a reload, the server's. */
export type FormPhoto = {
  key: string;
  url: string;
  /** The device has no room for it, so a reload before it is sent loses it. */
  isLoose?: true;
  state:
    | { is: 'sending'; percent: number }
    | { is: 'sent'; id: number; url: string }
    | { is: 'kept' }
    | { is: 'failed'; problem: string };
};
type Update = (photoKey: string, change: Partial<FormPhoto>) => void;

const drafts = () => import('./stored-photos.ts');

/** One at a time, because the connection has room for one. Each can be cancelled and retried. */
export function usePhotoQueue(draft: string, update: Update) {
  const { farmer } = trpc.useUtils();
  /** The exact bytes: under one key the server accepts only the same. */
  const files = useRef(new Map<string, DraftPhoto>());
  const preparing = useRef<Promise<unknown>>(Promise.resolve());
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const aborts = useRef(new Map<string, AbortController>());
  const kept = useRef(new Set<string>());

  const send = (photoKey: string, prepare: () => Promise<DraftPhoto | undefined>) => {
    const abort = new AbortController();
    aborts.current.set(photoKey, abort);
    const isResumed = kept.current.delete(photoKey);
    update(photoKey, { state: { is: 'sending', percent: 0 } });
    sending.current = sending.current.then(async () => {
      if (abort.signal.aborted) return;
      try {
        const photo = await prepare();
        if (!photo || abort.signal.aborted) return;
        const onProgress = (percent: number) =>
          update(photoKey, { state: { is: 'sending', percent } });
        const startedAt = performance.now();
        const own = { idempotencyKey: photoKey, takenAt: photo.takenAt || undefined, isResumed };
        const { id, url } = await sendPhoto(photo.file, {
          ...own,
          onProgress,
          signal: abort.signal,
        });
        notePhotoSent(photo.file.size, performance.now() - startedAt);
        update(photoKey, { state: { is: 'sent', id, url } });
      } catch (error) {
        if (error instanceof PhotoNotSent && error.status === 0) {
          kept.current.add(photoKey);
          return update(photoKey, { state: { is: 'kept' } });
        }
        update(photoKey, {
          state: {
            is: 'failed',
            problem: error instanceof Error ? error.message : m.sendFailed(),
          },
        });
        // Makes the dashboard notice that the session has ended and show the login. The draft keeps
        // the input.
        if (error instanceof NotLoggedInError) void farmer.profile.invalidate();
      }
    });
  };

  const sendAgain = (photoKey: string) => {
    const photo = files.current.get(photoKey);
    if (photo) send(photoKey, async () => photo);
  };
  const isEnded = (photoKey: string) => aborts.current.get(photoKey)?.signal.aborted === true;
  const forget = (photo: DraftPhoto) =>
    void drafts().then(({ forgetDraftPhotos }) => forgetDraftPhotos(draft, photo));
  const resume = () => {
    for (const photoKey of [...kept.current]) sendAgain(photoKey);
  };
  const latest = useRef(resume);
  latest.current = resume;
  useEffect(() => {
    const again = () => latest.current();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);

  return {
    add: (photoKey: string, taken: Blob, takenAt: string) => {
      const prepare = async (): Promise<DraftPhoto | undefined> => {
        if (isEnded(photoKey)) return undefined;
        const shrunk = await shrinkPhoto(taken);
        const file =
          shrunk instanceof File ? shrunk : new File([shrunk], 'photo.jpg', { type: shrunk.type });
        const photo = { key: photoKey, takenAt, file };
        files.current.set(photoKey, photo);
        const isStored = await drafts().then(
          ({ keepDraftPhotos }) => keepDraftPhotos(draft, [photo]),
          () => false,
        );
        if (!isStored) update(photoKey, { isLoose: true });
        if (isEnded(photoKey)) forget(photo);
        return photo;
      };
      // Stores all photos soon, however long the first upload takes.
      const prepared = preparing.current.then(prepare);
      preparing.current = prepared.catch(() => {});
      send(photoKey, () => prepared);
    },
    restore: (photo: DraftPhoto, isSent: boolean) => {
      files.current.set(photo.key, photo);
      if (isSent) return;
      kept.current.add(photo.key);
      sendAgain(photo.key);
    },
    sendAgain,
    fileOf: (photoKey: string) => files.current.get(photoKey),
    prepared: () => preparing.current,
    pause: (photoKeys: readonly string[]) => {
      for (const photoKey of photoKeys) {
        aborts.current.get(photoKey)?.abort();
        kept.current.add(photoKey);
        update(photoKey, { state: { is: 'kept' } });
      }
    },
    resume,
    end: (photoKey: string) => {
      aborts.current.get(photoKey)?.abort();
      kept.current.delete(photoKey);
      const photo = files.current.get(photoKey);
      files.current.delete(photoKey);
      if (photo) forget(photo);
    },
    endAll: () => {
      for (const abort of aborts.current.values()) abort.abort();
      kept.current.clear();
      if (files.current.size > 0)
        void drafts().then(({ forgetDraftPhotos }) => forgetDraftPhotos(draft));
      files.current.clear();
    },
  };
}
