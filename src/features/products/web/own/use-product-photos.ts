import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type GpsFailure, getGpsFix, gpsFailureTexts } from '#places/web/get-gps-fix.ts';
import { type CreateProduct, missingForNewProduct } from '#products/rules/product.ts';
import { PHOTOS_PER_PRODUCT } from '#rules/limits.ts';
import { m } from '#text';
import { isMobile } from '#ui/browser/device.ts';
import { showToast } from '#ui/show-toast.ts';
import { momentNow } from '#web/offline/clock-offset.ts';
import { tabStore } from '#web/storage.ts';
import type { OwnProduct } from '../use-own-products.ts';
import type { PendingPhoto } from './queued-products.ts';
import type { DraftPhoto } from './stored-photos.ts';
import { type FormPhoto, usePhotoQueue } from './use-photo-queue.ts';

type Collected =
  | { outcome: 'collected'; photos: PendingPhoto[]; files: File[]; capturedAt: Position | null }
  | { outcome: PhotoProblem }
  | { outcome: 'discarded' };

export type PhotoProblem = 'missing' | 'failed';

const storedShape = z.array(
  z.object({ key: z.optional(z.string()), id: z.number(), url: z.string() }),
);

/** Each is uploaded as soon as it is taken. */
export function useProductPhotos(product: OwnProduct | null) {
  const { photos, setPhotos, readPhotos } = useStoredPhotos(`draft:photos:${product?.id ?? 'new'}`);
  const draft = `draft:product:${product?.id ?? 'new'}`;
  const isDiscarded = useRef(false);
  const capture = useCapturePosition();

  const update = (photoKey: string, change: Partial<FormPhoto>) =>
    setPhotos((all) =>
      all.map((photo) => (photo.key === photoKey ? { ...photo, ...change } : photo)),
    );

  const queue = usePhotoQueue(draft, update);
  useDraftPhotos(draft, { readPhotos, setPhotos, restore: queue.restore });
  const isMissing = () =>
    !product &&
    missingForNewProduct({ isPhone: isMobile(), photoCount: readPhotos().length }) === 'photo';

  const add = (files: readonly File[], takenAt: string) => {
    const added = files
      .slice(0, PHOTOS_PER_PRODUCT - readPhotos().length)
      .map((file) => ({ photo: newPhoto(file), file }));
    setPhotos((all) => [...all, ...added.map(({ photo }) => photo)]);
    for (const { photo, file } of added) queue.add(photo.key, file, takenAt);
    if (added.length < files.length)
      showToast('info', m.sharedTooMany({ max: PHOTOS_PER_PRODUCT }));
  };
  // Shared photos have no known time.
  const addShared = (files: readonly File[]) => add(files, '');
  useSharedPhotos(product === null && isMobile(), addShared);

  return {
    photos,
    isDirty: photos.length > 0,
    position: capture.state,
    add: (taken: Iterable<File>) => add([...taken], momentNow()),
    addShared,
    remove: (photoKey: string) => {
      queue.end(photoKey);
      setPhotos((all) => all.filter((photo) => photo.key !== photoKey));
    },
    retry: queue.sendAgain,
    /** Buyers see the first photo first. */
    makeMain: (photoKey: string) =>
      setPhotos((all) => [
        ...all.filter((photo) => photo.key === photoKey),
        ...all.filter((photo) => photo.key !== photoKey),
      ]),
    addPosition: capture.add,
    isMissing,
    percent: percentOf(photos),
    /**
     * For the pending change, which sends them from now on. Waits until they are ready on the
     * device, not until they are sent.
     */
    collect: async (): Promise<Collected> => {
      if (isMissing()) return { outcome: 'missing' };
      isDiscarded.current = false;
      const [found] = await Promise.all([capture.settled(), queue.prepared()]);
      if (isDiscarded.current) return { outcome: 'discarded' };
      if (isMissing()) return { outcome: 'missing' };
      if (found.is === 'failed') sayWithoutPosition(found);
      const all = readPhotos();
      const isLost = ({ key, state }: FormPhoto) => state.is !== 'sent' && !queue.fileOf(key);
      if (all.some((photo) => photo.state.is === 'failed' || isLost(photo)))
        return { outcome: 'failed' };
      queue.pause(all.filter(({ state }) => state.is === 'sending').map(({ key }) => key));
      return collectedOf(all, { position: positionOf(found), fileOf: queue.fileOf });
    },
    resume: queue.resume,
    forget: () => {
      isDiscarded.current = true;
      queue.endAll();
      setPhotos(() => []);
    },
  };
}

export type ProductPhotosState = ReturnType<typeof useProductPhotos>;

const positionOf = (capture: CapturePosition): Position | null =>
  capture.is === 'there' ? capture.position : null;

/** A missing position does not prevent listing. */
function sayWithoutPosition({ failure }: Extract<CapturePosition, { is: 'failed' }>) {
  showToast('info', m.photosWithoutPosition({ reason: gpsFailureTexts[failure].what() }));
}

/** Disappears as soon as there is a photo, or no failed one. */
export function photoProblemText(problem: PhotoProblem | null, photos: readonly FormPhoto[]) {
  if (problem === 'missing' && photos.length === 0) return m.productNeedsPhoto();
  return problem === 'failed' && photos.some(({ state }) => state.is === 'failed')
    ? m.photosSomeFailed()
    : undefined;
}

function percentOf(photos: readonly FormPhoto[]) {
  if (!photos.some(({ state }) => state.is === 'sending')) return null;
  const sum = photos.reduce(
    (all, { state }) => all + (state.is === 'sending' ? state.percent : 100),
    0,
  );
  return Math.round(sum / photos.length);
}

type Sources = { position: Position | null; fileOf: (photoKey: string) => DraftPhoto | undefined };

/**
 * Includes the bytes of sent photos, because the server deletes a photo that no product uses within
 * a day.
 */
function collectedOf(photos: readonly FormPhoto[], { position, fileOf }: Sources): Collected {
  const all = photos.map(({ key, state }) => ({
    key,
    id: state.is === 'sent' ? state.id : null,
    draft: fileOf(key),
  }));
  return {
    outcome: 'collected',
    photos: all.map(({ key, id, draft }) => ({
      key,
      id,
      takenAt: draft?.takenAt ?? momentNow(),
      hasFile: draft !== undefined,
    })),
    files: all.flatMap(({ draft }) => draft?.file ?? []),
    capturedAt: position,
  };
}

/**
 * Sent photos are kept through a reload. `readPhotos` returns the latest photos even to a function
 * that began before they changed.
 */
function useStoredPhotos(key: string) {
  const [photos, setShown] = useState<FormPhoto[]>(() =>
    (tabStore.readAs(key, storedShape) ?? []).map(restored),
  );
  const latest = useRef(photos);
  const setPhotos = (change: (all: FormPhoto[]) => FormPhoto[]) => {
    latest.current = change(latest.current);
    setShown(latest.current);
  };
  useEffect(() => {
    const sent = photos.flatMap(({ key, state }) =>
      state.is === 'sent' ? [{ key, id: state.id, url: state.url }] : [],
    );
    if (sent.length > 0) tabStore.writeJson(key, sent);
    else tabStore.write(key, null);
  }, [key, photos]);
  return { photos, setPhotos, readPhotos: () => latest.current };
}

type Restoring = {
  readPhotos: () => readonly FormPhoto[];
  setPhotos: (change: (all: FormPhoto[]) => FormPhoto[]) => void;
  restore: (photo: DraftPhoto, isSent: boolean) => void;
};

function useDraftPhotos(draft: string, { readPhotos, setPhotos, restore }: Restoring) {
  const restoring = useRef({ readPhotos, setPhotos, restore });
  useEffect(() => {
    let isOver = false;
    async function bringBack() {
      const { readDraftPhotos } = await import('./stored-photos.ts');
      const found = await readDraftPhotos(draft);
      if (isOver) return;
      const form = restoring.current;
      for (const photo of found) {
        const isThere = form.readPhotos().some(({ key }) => key === photo.key);
        if (!isThere && form.readPhotos().length >= PHOTOS_PER_PRODUCT) continue;
        if (!isThere)
          form.setPhotos((all) => [...all, { ...newPhoto(photo.file), key: photo.key }]);
        form.restore(photo, isThere);
      }
    }
    bringBack().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [draft]);
}

/** Only photos shared from our own pages. */
function useSharedPhotos(isNew: boolean, add: (files: readonly File[]) => void) {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    if (!isNew) return;
    async function bring() {
      const { takeSharedPhotos } = await import('./stored-photos.ts');
      const files = await takeSharedPhotos();
      if (files.length > 0) latest.current(files);
    }
    bring().catch(() => {});
  }, [isNew]);
}

const newPhoto = (file: File): FormPhoto => ({
  key: crypto.randomUUID(),
  url: URL.createObjectURL(file),
  state: { is: 'sending', percent: 0 },
});

const restored = ({
  key,
  id,
  url,
}: {
  key?: string | undefined;
  id: number;
  url: string;
}): FormPhoto => ({
  key: key ?? String(id),
  url,
  state: { is: 'sent', id, url },
});

type Position = NonNullable<CreateProduct['capturedAt']>;
export type CapturePosition =
  | { is: 'none' | 'asking' }
  | { is: 'there'; position: Position }
  | { is: 'failed'; failure: GpsFailure };

/** `settled` resolves to the result once the device has answered. */
function useCapturePosition() {
  const [state, setState] = useState<CapturePosition>({ is: 'none' });
  const asking = useRef<Promise<CapturePosition>>(Promise.resolve(state));
  const add = (isWanted: boolean) => {
    const mine = isWanted ? ask() : Promise.resolve<CapturePosition>({ is: 'none' });
    asking.current = mine;
    if (isWanted) setState({ is: 'asking' });
    // The farmer may have changed their mind.
    void mine.then((found) => asking.current === mine && setState(found));
  };
  return { state, add, settled: () => asking.current };
}

async function ask(): Promise<CapturePosition> {
  const found = await getGpsFix();
  if (found.outcome !== 'fixed') return { is: 'failed', failure: found.outcome };
  const { latitude, longitude, accuracy } = found.fix;
  return { is: 'there', position: { latitude, longitude, accuracy, takenAt: momentNow() } };
}
