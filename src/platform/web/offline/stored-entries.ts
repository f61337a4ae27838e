import { beginWriting, withQueue } from './database.ts';
import { type Entry, keyOfPlace } from './entry.ts';

/*
 * What is stored of a person's queue, without what a page knows besides. It is apart from
 * entries.ts because the service worker sends from it too.
 */

/** What an entry is now; null if there is no such entry any more. */
export type Change = (entry: Entry) => Entry | null;

/**
 * In the order in which they were written, as this version writes them; pages read what is there
 * (read-entry.ts).
 * @throws if the browser cannot read them now
 */
export const listStored = (userId: number): Promise<Entry[]> =>
  // The cast: the database has given each its place.
  withQueue(userId, async (database) => (await database.getAll('entries')) as Entry[]);

/**
 * Changes an entry, deletes it for null, in one step. @returns it as it is now; null if it is gone
 */
export function changeStored(userId: number, key: string, change: Change): Promise<Entry | null> {
  return withQueue(userId, async (database) => {
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
