/*
 * Keeps the bytes of a form's photos through a reload or an empty battery, in the user's offline
 * database, which logging out deletes.
 */
import { withQueue } from '#platform/web/offline/database.ts';
import { readUser } from '#platform/web/session/session.ts';

export type DraftPhoto = {
  key: string;
  /** ISO 8601, by the server's clock; empty if unknown, as for a photo from another app. */
  takenAt: string;
  file: File;
};

const SEPARATOR = '|';
const nameOf = (draft: string, { key, takenAt }: Pick<DraftPhoto, 'key' | 'takenAt'>) =>
  [draft, takenAt, key].join(SEPARATOR);
const rangeOf = (draft: string) =>
  IDBKeyRange.bound(`${draft}${SEPARATOR}`, `${draft}${SEPARATOR}\uffff`);

export async function keepDraftPhotos(
  draft: string,
  photos: readonly DraftPhoto[],
): Promise<boolean> {
  const user = readUser();
  if (!user) return false;
  try {
    const stored = await Promise.all(
      photos.map(async (photo) => ({
        name: nameOf(draft, photo),
        files: [
          { name: photo.file.name, type: photo.file.type, bytes: await photo.file.arrayBuffer() },
        ],
      })),
    );
    await withQueue(user.id, async (database) => {
      const writing = database.transaction('files', 'readwrite', { durability: 'strict' });
      for (const { name, files } of stored) void writing.store.put(files, name);
      await writing.done;
    });
    return true;
  } catch {
    return false;
  }
}

export async function readDraftPhotos(draft: string): Promise<DraftPhoto[]> {
  const user = readUser();
  if (!user) return [];
  return withQueue(user.id, async (database) => {
    const names = await database.getAllKeys('files', rangeOf(draft));
    const photos = await Promise.all(
      names.map(async (name) => {
        const [, takenAt = '', key = ''] = name.split(SEPARATOR);
        const [stored] = (await database.get('files', name)) ?? [];
        return stored
          ? [{ key, takenAt, file: new File([stored.bytes], stored.name, { type: stored.type }) }]
          : [];
      }),
    );
    return photos.flat();
  }).catch(() => []);
}

export async function forgetDraftPhotos(
  draft: string,
  photo?: Pick<DraftPhoto, 'key' | 'takenAt'>,
): Promise<void> {
  const user = readUser();
  if (!user) return;
  await withQueue(user.id, (database) =>
    database.delete('files', photo ? nameOf(draft, photo) : rangeOf(draft)),
  ).catch(() => {});
}
