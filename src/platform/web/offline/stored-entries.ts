import { beginWriting, withQueue } from './database.ts';
import { type Entry, keyOfPlace } from './entry.ts';
import type { OwnerId } from './owners.ts';

/* Separate from entries.ts, because the service worker also sends from it. */

export type Change = (entry: Entry) => Entry | null;

/**
 * The entries are not validated: pages use read-entry.ts. Throws if the browser cannot read now.
 */
export const listStored = (ownerId: OwnerId): Promise<Entry[]> =>
  // The database has assigned each entry its place.
  withQueue(ownerId, async (database) => (await database.getAll('entries')) as Entry[]);

/** Atomic; deletes the entry if `change` returns null. Resolves to null if it is gone. */
export function changeStored(ownerId: OwnerId, key: string, change: Change): Promise<Entry | null> {
  return withQueue(ownerId, async (database) => {
    const writing = beginWriting(database);
    const [entries, files] = [writing.objectStore('entries'), writing.objectStore('files')];
    const keyless = (place: number) => keyOfPlace(place) === key;
    const place =
      (await entries.index('key').getKey(key)) ?? (await entries.getAllKeys()).find(keyless);
    const before =
      place === undefined ? undefined : ((await entries.get(place)) as Entry | undefined);
    const after = before ? change(before) : null;
    if (after) {
      void entries.put(after);
    } else if (before) {
      void entries.delete(before.place);
      void files.delete(key);
    }
    await writing.done;
    return after;
  });
}
