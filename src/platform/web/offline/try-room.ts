import { withQueue } from './database.ts';

const NAME = 'room';
/** As much as browsers give at once. */
const RANDOM_BYTES_MAX = 65_536;

/**
 * Whether so many bytes more can be stored, which only storing them tells: Chromium reports 10 GiB
 * of room on every device, so that sites do not tell people apart by it. What was stored for that
 * is deleted at once.
 */
export async function tryRoom(userId: number, bytes: number): Promise<boolean> {
  const files = [{ name: NAME, type: '', bytes: noise(bytes) }];
  const isStored = await withQueue(userId, (database) => database.put('files', files, NAME)).then(
    () => true,
    () => false,
  );
  // Also after an attempt that was cut off in the middle.
  await withQueue(userId, (database) => database.delete('files', NAME)).catch(() => {});
  return isStored;
}

/** As a photo, which browsers cannot store in less: a row of noughts takes nearly nothing. */
function noise(bytes: number): ArrayBuffer {
  const all = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += RANDOM_BYTES_MAX)
    crypto.getRandomValues(all.subarray(at, at + RANDOM_BYTES_MAX));
  return all.buffer;
}
