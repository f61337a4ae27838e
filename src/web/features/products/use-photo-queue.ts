import { useRef } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import { notePhotoSent } from '#web/features/camera/photo-line.ts';
import { NotLoggedInError, sendPhoto } from '#web/features/camera/send-photo.ts';
import { shrinkPhoto } from '#web/features/camera/shrink-photo.ts';

/** A photo in the form: being sent, sent, or failed. `url` is the picture to show: the phone's own, after a reload the server's. */
export type FormPhoto = {
  key: string;
  url: string;
  state: { is: 'sending'; percent: number } | { is: 'sent'; id: number; url: string } | { is: 'failed'; problem: string };
};
type Update = (photoKey: string, change: Partial<FormPhoto>) => void;

/** Sends photos one at a time, because the line has room for one. Each can be cancelled and sent again separately. */
export function usePhotoQueue(update: Update) {
  const { farmer } = trpc.useUtils();
  const files = useRef(new Map<string, Blob>());
  /** Kept for a retry: with the same key the server accepts only the same bytes. */
  const shrunk = useRef(new Map<string, Blob>());
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const aborts = useRef(new Map<string, AbortController>());

  const send = (photoKey: string) => {
    const file = files.current.get(photoKey);
    if (!file) return;
    const abort = new AbortController();
    aborts.current.set(photoKey, abort);
    update(photoKey, { state: { is: 'sending', percent: 0 } });
    sending.current = sending.current.then(async () => {
      if (abort.signal.aborted) return;
      try {
        const onProgress = (percent: number) => update(photoKey, { state: { is: 'sending', percent } });
        const photo = shrunk.current.get(photoKey) ?? (await shrinkPhoto(file));
        shrunk.current.set(photoKey, photo);
        const startedAt = performance.now();
        const { id, url } = await sendPhoto(photo, { idempotencyKey: photoKey, onProgress, signal: abort.signal });
        notePhotoSent(photo.size, performance.now() - startedAt);
        update(photoKey, { state: { is: 'sent', id, url } });
      } catch (error) {
        update(photoKey, { state: { is: 'failed', problem: error instanceof Error ? error.message : m.photoSendFailed() } });
        // This refetch makes the dashboard notice that the session has ended; it leads to the login, and the draft keeps what was
        // typed.
        if (error instanceof NotLoggedInError) void farmer.profile.invalidate();
      }
    });
  };

  return {
    add: (photoKey: string, file: Blob) => {
      files.current.set(photoKey, file);
      send(photoKey);
    },
    sendAgain: send,
    /** Waits until every photo is sent or has failed, also those that are added meanwhile. */
    settled: async () => {
      let last: Promise<unknown> | null = null;
      while (last !== sending.current) {
        last = sending.current;
        await last;
      }
    },
    end: (photoKey: string) => aborts.current.get(photoKey)?.abort(),
    endAll: () => {
      for (const abort of aborts.current.values()) abort.abort();
    },
  };
}
