import { beginWriting, withQueue } from './database.ts';
import { type Entry, keyOfPlace } from './entry.ts';
import type { OwnerId } from './owners.ts';

/*
 * An owner's stored entries, without the state of a page. It is separate from entries.ts because
 * the service worker also sends from it.
 */

/** Returns the changed entry; null deletes it. */
export type Change = (entry: Entry) => Entry | null;

/**
 * In the order in which they were written. Not validated: pages use read-entry.ts.
 * @throws if the browser cannot read them now
 */
export const listStored = (ownerId: OwnerId): Promise<Entry[]> =>
  // A cast, because the database has assigned each entry its place.
  withQueue(ownerId, async (database) => (await database.getAll('entries')) as Entry[]);

/**
 * Changes an entry atomically, or deletes it if `change` returns null.
 * @returns the changed entry; null if it is gone
 */
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
