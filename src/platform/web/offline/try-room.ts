import { withQueue } from './database.ts';

const NAME = 'room';
/** The maximum that browsers return per call. */
const RANDOM_BYTES_MAX = 65_536;

/**
 * Chromium reports 10 GiB of free space on every device, to prevent fingerprinting, so only an
 * attempt shows the truth.
 */
export async function tryRoom(userId: number, bytes: number): Promise<boolean> {
  const files = [{ name: NAME, type: '', bytes: noise(bytes) }];
  const isStored = await withQueue(userId, (database) => database.put('files', files, NAME)).then(
    () => true,
    () => false,
  );
  await withQueue(userId, (database) => database.delete('files', NAME)).catch(() => {});
  return isStored;
}

/** Random like a photo: browsers would compress zeros to nearly no space. */
function noise(bytes: number): ArrayBuffer {
  const all = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += RANDOM_BYTES_MAX)
    crypto.getRandomValues(all.subarray(at, at + RANDOM_BYTES_MAX));
  return all.buffer;
}
