import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { PHOTOS_PER_PRODUCT } from '#shared/limits.ts';
import { type CreateProduct, missingForNewProduct } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { OwnProduct } from '#web/features/dashboard/use-own-products.ts';
import { getGpsFix } from '#web/features/location/get-gps-fix.ts';
import { isMobile } from '#web/ui/browser/is-mobile.ts';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';
import { type FormPhoto, usePhotoQueue } from './use-photo-queue.ts';

type Position = NonNullable<CreateProduct['capturedAt']>;
type Sent =
  | { outcome: 'sent'; attached: Pick<CreateProduct, 'photoIds' | 'capturedAt'> }
  | { outcome: 'missing' }
  | { outcome: 'failed'; problem: string };

const keptShape = z.array(z.object({ id: z.number(), url: z.string() }));

/** The photos of a product in the form. Each is uploaded as soon as it is taken, one after the other. */
export function useProductPhotos(product: OwnProduct | null) {
  const [photos, setPhotos] = useKeptPhotos(`draft:photos:${product?.id ?? 'new'}`);
  const [position, addPosition] = useCapturePosition();

  const update = (photoKey: string, change: Partial<FormPhoto>) =>
    setPhotos((all) => all.map((photo) => (photo.key === photoKey ? { ...photo, ...change } : photo)));

  const queue = usePhotoQueue(update);

  return {
    photos,
    isDirty: photos.length > 0,
    hasPosition: position !== null,
    add: (taken: Iterable<File>) => {
      const added = [...taken].slice(0, PHOTOS_PER_PRODUCT - photos.length).map((file) => ({ photo: newPhoto(file), file }));
      setPhotos((all) => [...all, ...added.map(({ photo }) => photo)]);
      for (const { photo, file } of added) queue.add(photo.key, file);
    },
    remove: (photoKey: string) => {
      queue.end(photoKey);
      setPhotos((all) => all.filter((photo) => photo.key !== photoKey));
    },
    retry: queue.sendAgain,
    /** Buyers see the first photo first. */
    makeMain: (photoKey: string) =>
      setPhotos((all) => [...all.filter((photo) => photo.key === photoKey), ...all.filter((photo) => photo.key !== photoKey)]),
    addPosition,
    send: async (): Promise<Sent> => {
      const missing = product ? null : missingForNewProduct({ isPhone: isMobile(), photoCount: photos.length });
      if (missing === 'photo') return { outcome: 'missing' };
      if (photos.length === 0) return { outcome: 'sent', attached: {} };
      return attachedOf(photos, position);
    },
    forget: () => {
      queue.endAll();
      setPhotos([]);
    },
  };
}

export type ProductPhotosState = ReturnType<typeof useProductPhotos>;

/** The photos' ids and where they were taken, or the reason why they cannot be used yet. */
function attachedOf(photos: readonly FormPhoto[], position: Position | null): Sent {
  if (photos.some(({ state }) => state.is === 'sending')) return { outcome: 'failed', problem: m.photosStillSending() };
  const photoIds = photos.flatMap(({ state }) => (state.is === 'sent' ? [state.id] : []));
  if (photoIds.length < photos.length) return { outcome: 'failed', problem: m.photosSomeFailed() };
  return { outcome: 'sent', attached: { photoIds, ...(position && { capturedAt: position }) } };
}

/** The photos; those that the server already has are kept through a reload. */
function useKeptPhotos(key: string) {
  const [photos, setPhotos] = useState<FormPhoto[]>(() => (readKept(key, keptShape) ?? []).map(restored));
  useEffect(() => {
    const sent = photos.flatMap(({ url, state }) => (state.is === 'sent' ? [{ id: state.id, url }] : []));
    if (sent.length > 0) keep(key, sent);
    else forgetKept(key);
  }, [key, photos]);
  return [photos, setPhotos] as const;
}

/** Where the photos were taken, if the farmer chooses to say so. */
function useCapturePosition() {
  const [position, setPosition] = useState<Position | null>(null);
  const add = async (isWanted: boolean) => {
    const found = isWanted ? await getGpsFix() : null;
    if (found?.outcome !== 'fixed') return setPosition(null);
    const { latitude, longitude, accuracy } = found.fix;
    setPosition({ latitude, longitude, accuracy });
  };
  return [position, add] as const;
}

const newPhoto = (file: File): FormPhoto => ({
  key: crypto.randomUUID(),
  url: URL.createObjectURL(file),
  state: { is: 'sending', percent: 0 },
});

const restored = ({ id, url }: { id: number; url: string }): FormPhoto => ({ key: String(id), url, state: { is: 'sent', id } });
