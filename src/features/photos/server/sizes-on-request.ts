import { largestFileName, readPhotoFileName } from '#photos/rules/photo.ts';
import { AppError } from '#platform/server/app-error.ts';
import { withDecoder } from './decode-pictures.ts';
import { contentTypeOf, type FileStore, type StoredFile } from './photo-store.ts';

const WAIT_MILLISECONDS = 15_000;
/** All visitors take turns with each person who uploads. */
const VISITORS = 'visitors';

/**
 * A public photo is stored as its largest JPEG. Every other size and format is made of it when it
 * is first requested, and stored. @throws AppError UNAVAILABLE if too many wait
 */
export function withSizesOnRequest<Store extends FileStore>(store: Store): Store {
  const beingMade = new Map<string, Promise<StoredFile | null>>();
  const sourceOf = (key: string) => {
    const { contentHash } = readPhotoFileName(key) ?? {};
    const source = contentHash && largestFileName(contentHash);
    return source === key ? undefined : source;
  };
  const make = async (key: string, source: string) => {
    const wanted = readPhotoFileName(key);
    const largest = wanted && (await store.get(source));
    if (!largest) return null;
    const bytes = await withDecoder(
      VISITORS,
      (decoder) => decoder.encodeFile(largest.bytes, wanted),
      { waitMilliseconds: WAIT_MILLISECONDS },
    );
    const file = { bytes: new Uint8Array(bytes), contentType: contentTypeOf(key) };
    await store.put(key, file).catch(ignoreFullDisk);
    return file;
  };
  const makeOnce = (key: string, source: string) => {
    const making =
      beingMade.get(key) ?? make(key, source).finally(() => void beingMade.delete(key));
    beingMade.set(key, making);
    return making;
  };
  return {
    ...store,
    async get(key) {
      const stored = await store.get(key);
      const source = sourceOf(key);
      return stored || !source ? stored : makeOnce(key, source);
    },
    async exists(key) {
      const source = sourceOf(key);
      return (await store.exists(key)) || (source !== undefined && store.exists(source));
    },
  };
}

/** Then it is made again for the next visitor. */
function ignoreFullDisk(error: unknown) {
  if (!(error instanceof AppError && error.code === 'DISK_FULL')) throw error;
}
