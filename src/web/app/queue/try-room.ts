import { withQueue } from './database.ts';

const NAME = 'room';

/**
 * Whether so many bytes more can be stored, which only storing them tells: Chromium reports 10 GiB of room on every device, so that sites
 * do not tell people apart by it. What was stored for that is deleted at once.
 */
export async function tryRoom(userId: number, bytes: number): Promise<boolean> {
  const files = [{ name: NAME, type: '', bytes: new ArrayBuffer(bytes) }];
  const isStored = await withQueue(userId, (database) => database.put('files', files, NAME)).then(
    () => true,
    () => false,
  );
  // Also after an attempt that was cut off in the middle.
  await withQueue(userId, (database) => database.delete('files', NAME)).catch(() => {});
  return isStored;
}
