import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PhotoFormat, PhotoSize } from '#photos/rules/photo.ts';
import { withDecoder } from '#photos/server/decode-pictures.ts';
import { type FileStore, photoContentTypes } from '#photos/server/photo-store.ts';
import { projectRoot } from '#platform/server/project-root.ts';

const folder = join(projectRoot, 'src', 'demo', 'photos');

export const DEMO_PHOTO_PIXELS = { widthPixels: 720, heightPixels: 540 } as const;

type DemoPhoto = {
  /** The id of the crop, or of another thing, in the photo. */
  subject: string;
  contentHash: string;
  bytes: Buffer;
};

export const readDemoPhotos = (): DemoPhoto[] =>
  readdirSync(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    return { subject: name.replace(/-\d+\.webp$/, ''), contentHash, bytes };
  });

/** Encodes sizes and formats when they are first requested, so the demo starts without them. */
export function withDemoPhotos<Store extends FileStore>(store: Store): Store {
  const originals = new Map(readDemoPhotos().map(({ contentHash, bytes }) => [contentHash, bytes]));
  const originalOf = (key: string) => originals.get(key.split('-')[0] ?? '');
  return {
    ...store,
    async get(key) {
      const [stored, original] = [await store.get(key), originalOf(key)];
      if (stored || !original) return stored;
      const file = await encodeDemoPhoto(original, key);
      await store.put(key, file);
      return file;
    },
    exists: async (key) => originalOf(key) !== undefined || store.exists(key),
  };
}

async function encodeDemoPhoto(original: Buffer, key: string) {
  const [, size, format] = key.split(/[-.]/);
  const wanted = { size: Number(size) as PhotoSize, format: format as PhotoFormat };
  const contentType = photoContentTypes[wanted.format];
  if (wanted.format === 'webp' && wanted.size >= DEMO_PHOTO_PIXELS.widthPixels)
    return { bytes: new Uint8Array(original), contentType };
  // A page may show more of them at once than uploads may wait.
  const encoded = await withDecoder(key, (decoder) => decoder.encodeFile(original, wanted), {
    waitMilliseconds: Infinity,
  });
  return { bytes: new Uint8Array(encoded), contentType };
}
