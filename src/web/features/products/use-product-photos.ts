import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { PHOTOS_PER_PRODUCT } from '#shared/limits.ts';
import { type CreateProduct, missingForNewProduct } from '#shared/products/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { OwnProduct } from '#web/features/dashboard/use-own-products.ts';
import { getGpsFix } from '#web/features/location/get-gps-fix.ts';
import { isMobile } from '#web/ui/browser/is-mobile.ts';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';
import { type FormPhoto, usePhotoQueue } from './use-photo-queue.ts';

type Position = NonNullable<CreateProduct['capturedAt']>;
type Sent =
  | { outcome: 'sent'; attached: Pick<CreateProduct, 'photoIds' | 'capturedAt'> }
  | { outcome: PhotoProblem }
  /** The form was discarded while the photos were still being sent. */
  | { outcome: 'discarded' };

/** Why the product cannot be saved yet. */
export type PhotoProblem = 'missing' | 'failed';

const keptShape = z.array(z.object({ id: z.number(), url: z.string() }));

/** The photos of a product in the form. Each is uploaded as soon as it is taken, one after the other. */
export function useProductPhotos(product: OwnProduct | null) {
  const { photos, setPhotos, readPhotos } = useKeptPhotos(`draft:photos:${product?.id ?? 'new'}`);
  const isDiscarded = useRef(false);
  const [position, addPosition] = useCapturePosition();

  const update = (photoKey: string, change: Partial<FormPhoto>) =>
    setPhotos((all) => all.map((photo) => (photo.key === photoKey ? { ...photo, ...change } : photo)));

  const queue = usePhotoQueue(update);
  const isMissing = () => !product && missingForNewProduct({ isPhone: isMobile(), photoCount: readPhotos().length }) === 'photo';

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
    isMissing,
    /** How much of all photos is sent, while one of them still is being sent; otherwise null. */
    percent: percentOf(photos),
    /** The photos as the product's input has them; waits for those that are still being sent. */
    send: async (): Promise<Sent> => {
      if (isMissing()) return { outcome: 'missing' };
      isDiscarded.current = false;
      await queue.settled();
      if (isDiscarded.current) return { outcome: 'discarded' };
      return isMissing() ? { outcome: 'missing' } : attachedOf(readPhotos(), position);
    },
    forget: () => {
      isDiscarded.current = true;
      queue.endAll();
      setPhotos(() => []);
    },
  };
}

export type ProductPhotosState = ReturnType<typeof useProductPhotos>;

/** The sentence for a problem, for as long as it lasts: it goes as soon as there is a photo, or none that failed. */
export function photoProblemText(problem: PhotoProblem | null, photos: readonly FormPhoto[]): string | undefined {
  if (problem === 'missing' && photos.length === 0) return m.productNeedsPhoto();
  return problem === 'failed' && photos.some(({ state }) => state.is === 'failed') ? m.photosSomeFailed() : undefined;
}

function percentOf(photos: readonly FormPhoto[]): number | null {
  if (!photos.some(({ state }) => state.is === 'sending')) return null;
  const sum = photos.reduce((all, { state }) => all + (state.is === 'sending' ? state.percent : 100), 0);
  return Math.round(sum / photos.length);
}

/** The photos' ids and where they were taken. */
function attachedOf(photos: readonly FormPhoto[], position: Position | null): Sent {
  if (photos.length === 0) return { outcome: 'sent', attached: {} };
  const photoIds = photos.flatMap(({ state }) => (state.is === 'sent' ? [state.id] : []));
  if (photoIds.length < photos.length) return { outcome: 'failed' };
  return { outcome: 'sent', attached: { photoIds, ...(position && { capturedAt: position }) } };
}

/**
 * The photos; those that the server already has are kept through a reload. `readPhotos` has the latest ones also for a function that
 * began before they changed.
 */
function useKeptPhotos(key: string) {
  const [photos, setShown] = useState<FormPhoto[]>(() => (readKept(key, keptShape) ?? []).map(restored));
  const latest = useRef(photos);
  const setPhotos = (change: (all: FormPhoto[]) => FormPhoto[]) => {
    latest.current = change(latest.current);
    setShown(latest.current);
  };
  useEffect(() => {
    const sent = photos.flatMap(({ state }) => (state.is === 'sent' ? [{ id: state.id, url: state.url }] : []));
    if (sent.length > 0) keep(key, sent);
    else forgetKept(key);
  }, [key, photos]);
  return { photos, setPhotos, readPhotos: () => latest.current };
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

const restored = ({ id, url }: { id: number; url: string }): FormPhoto => ({
  key: String(id),
  url,
  state: { is: 'sent', id, url },
});
