import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { PHOTOS_PER_PRODUCT } from '#shared/limits.ts';
import type { CreateProduct } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { isMobile } from '#web/camera/is-mobile.ts';
import { sendPhoto } from '#web/camera/send-photo.ts';
import { shrinkPhoto } from '#web/camera/shrink-photo.ts';
import { forgetKept, keep, readKept } from '#web/kept.ts';
import { getGpsFix } from '#web/location/get-gps-fix.ts';
import type { OwnProduct } from './use-own-products.ts';

/** A photo in the form: on its way, there, or failed. `url` is a picture to look at meanwhile. */
export type FormPhoto = {
  key: string;
  url: string;
  state: { is: 'sending'; percent: number } | { is: 'sent'; id: number } | { is: 'failed'; problem: string };
};
type Position = NonNullable<CreateProduct['capturedAt']>;
type Sent =
  | { outcome: 'sent'; attached: Pick<CreateProduct, 'photoIds' | 'capturedAt'> }
  | { outcome: 'missing' }
  | { outcome: 'failed'; problem: string };

const keptShape = z.array(z.object({ id: z.number(), url: z.string() }));

/** The photos of a product that is being written: each goes up as soon as it is taken, one after the other. */
export function useProductPhotos(product: OwnProduct | null) {
  const key = `draft:photos:${product?.id ?? 'new'}`;
  const [photos, setPhotos] = useState<FormPhoto[]>(() => (readKept(key, keptShape) ?? []).map(restored));
  const [position, setPosition] = useState<Position | null>(null);
  const files = useRef(new Map<string, Blob>());
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const aborts = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const sent = photos.flatMap(({ url, state }) => (state.is === 'sent' ? [{ id: state.id, url }] : []));
    if (sent.length > 0) keep(key, sent);
    else forgetKept(key);
  }, [key, photos]);

  const update = (photoKey: string, change: Partial<FormPhoto>) =>
    setPhotos((all) => all.map((photo) => (photo.key === photoKey ? { ...photo, ...change } : photo)));

  const queue = (photoKey: string) => {
    const file = files.current.get(photoKey);
    if (!file) return;
    const abort = new AbortController();
    aborts.current.set(photoKey, abort);
    update(photoKey, { state: { is: 'sending', percent: 0 } });
    sending.current = sending.current.then(async () => {
      if (abort.signal.aborted) return;
      try {
        const onProgress = (percent: number) => update(photoKey, { state: { is: 'sending', percent } });
        const { id, url } = await sendPhoto(await shrinkPhoto(file), { onProgress, signal: abort.signal });
        update(photoKey, { url, state: { is: 'sent', id } });
      } catch (error) {
        update(photoKey, { state: { is: 'failed', problem: error instanceof Error ? error.message : m.photoSendFailed() } });
      }
    });
  };

  return {
    photos,
    isDirty: photos.length > 0,
    hasPosition: position !== null,
    add: (taken: Iterable<File>) => {
      const added = [...taken].slice(0, PHOTOS_PER_PRODUCT - photos.length).map((file) => {
        const photoKey = crypto.randomUUID();
        files.current.set(photoKey, file);
        return { key: photoKey, url: URL.createObjectURL(file), state: { is: 'sending', percent: 0 } } satisfies FormPhoto;
      });
      setPhotos((all) => [...all, ...added]);
      for (const photo of added) queue(photo.key);
    },
    remove: (photoKey: string) => {
      aborts.current.get(photoKey)?.abort();
      setPhotos((all) => all.filter((photo) => photo.key !== photoKey));
    },
    retry: queue,
    /** The first one is what buyers see first. */
    makeMain: (photoKey: string) =>
      setPhotos((all) => [...all.filter((photo) => photo.key === photoKey), ...all.filter((photo) => photo.key !== photoKey)]),
    /** Where the photos were taken, if the farmer wants to say so. */
    addPosition: async (isWanted: boolean) => {
      const found = isWanted ? await getGpsFix() : null;
      if (found?.outcome !== 'fixed') return setPosition(null);
      const { latitude, longitude, accuracy } = found.fix;
      setPosition({ latitude, longitude, accuracy });
    },
    send: async (): Promise<Sent> => {
      if (photos.length === 0) return !product && isMobile() ? { outcome: 'missing' } : { outcome: 'sent', attached: {} };
      if (photos.some(({ state }) => state.is === 'sending')) return { outcome: 'failed', problem: m.photosStillSending() };
      const photoIds = photos.flatMap(({ state }) => (state.is === 'sent' ? [state.id] : []));
      if (photoIds.length < photos.length) return { outcome: 'failed', problem: m.photosSomeFailed() };
      return { outcome: 'sent', attached: { photoIds, ...(position && { capturedAt: position }) } };
    },
    forget: () => {
      for (const abort of aborts.current.values()) abort.abort();
      setPhotos([]);
    },
  };
}

export type ProductPhotosState = ReturnType<typeof useProductPhotos>;

const restored = ({ id, url }: { id: number; url: string }): FormPhoto => ({ key: String(id), url, state: { is: 'sent', id } });
