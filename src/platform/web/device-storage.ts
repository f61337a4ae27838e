/*
 * A browser may delete a site's data when the device is nearly full, unless persistent storage was
 * granted.
 */

import { m } from '#text';
import { withQueue } from './offline/database.ts';

/** Browsers round the free space that they report, and other tabs use it too. */
const SPARE_BYTES = 20 * 1024 * 1024;
/** Limits the reserve on a device with little space for a site. */
const SPARE_SHARE_MAX = 0.1;

export type Room = 'enough' | 'nearlyFull' | 'full' | 'unknown';

let asked: Promise<boolean> | null = null;

/**
 * Call it once there is something to lose. Chrome and Safari decide without a prompt; Firefox asks
 * the user, once.
 */
export function requestPersistence() {
  asked ??= ask().catch(() => false);
  return asked;
}

async function ask() {
  const storage = storageManager();
  return (await storage?.persisted?.()) || ((await storage?.persist?.()) ?? false);
}

/** Call it before a photo is taken, not when it is lost. */
export async function roomFor(bytes: number): Promise<Room> {
  try {
    const { usage, quota } = (await storageManager()?.estimate?.()) ?? {};
    return usage === undefined || quota === undefined ? 'unknown' : roomIn({ usage, quota }, bytes);
  } catch {
    return 'unknown';
  }
}

export function roomIn(
  { usage, quota }: { usage: number; quota: number },
  bytes: number,
): Exclude<Room, 'unknown'> {
  const spare = Math.min(SPARE_BYTES, quota * SPARE_SHARE_MAX);
  const left = quota - usage - bytes;
  if (left < spare) return 'full';
  return left < 2 * spare ? 'nearlyFull' : 'enough';
}

export function sayRoom(room: Room) {
  if (room === 'full') return m.storageFull();
  return room === 'nearlyFull' ? m.storageNearlyFull() : null;
}

/** Missing on pages without https, and partly in older browsers. */
const storageManager = (): Partial<StorageManager> | undefined => globalThis.navigator?.storage;

const ROOM = 'room';
/** The maximum that browsers return per call. */
const RANDOM_BYTES_MAX = 65_536;

/**
 * Chromium reports 10 GiB of free space on every device, to prevent fingerprinting, so only an
 * attempt shows the truth.
 */
export async function tryRoom(userId: number, bytes: number) {
  const files = [{ name: ROOM, type: '', bytes: noise(bytes) }];
  const isStored = await withQueue(userId, (database) => database.put('files', files, ROOM)).then(
    () => true,
    () => false,
  );
  await withQueue(userId, (database) => database.delete('files', ROOM)).catch(() => {});
  return isStored;
}

/** Random like a photo: browsers would compress zeros to nearly no space. */
function noise(bytes: number): ArrayBuffer {
  const all = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += RANDOM_BYTES_MAX)
    crypto.getRandomValues(all.subarray(at, at + RANDOM_BYTES_MAX));
  return all.buffer;
}
