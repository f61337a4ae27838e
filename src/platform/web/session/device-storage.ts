/*
 * Space on the device for data that must not be lost: pending changes, their photos, and the
 * screens for offline use. When the device is nearly full, a browser may delete a site's data. If
 * persistent storage was granted, it asks the user first.
 */

import { m } from '#platform/rules/text/compiled/messages.js';

/**
 * Kept free besides the data, because browsers round the free space that they report, and other
 * tabs use it too.
 */
const SPARE_BYTES = 20 * 1024 * 1024;
/** Limits the reserve on a device with little space for a site. */
const SPARE_SHARE_MAX = 0.1;

/** `unknown`: the browser doesn't report it, so only an attempt to store shows it. */
export type Room = 'enough' | 'nearlyFull' | 'full' | 'unknown';

let asked: Promise<boolean> | null = null;

/**
 * Asks the browser for persistent storage. Call it once there is something to lose: after the first
 * product, order or pending change. Chrome and Safari decide without a prompt; Firefox asks the
 * user, once.
 * @returns whether it was granted; false in browsers without this request too
 */
export function askToKeep(): Promise<boolean> {
  asked ??= ask().catch(() => false);
  return asked;
}

async function ask(): Promise<boolean> {
  const storage = storageManager();
  return (await storage?.persisted?.()) || ((await storage?.persist?.()) ?? false);
}

/**
 * Whether this many more bytes can be stored. Call it before a photo is taken, not when it is lost.
 */
export async function roomFor(bytes: number): Promise<Room> {
  try {
    const { usage, quota } = (await storageManager()?.estimate?.()) ?? {};
    return usage === undefined || quota === undefined ? 'unknown' : roomIn({ usage, quota }, bytes);
  } catch {
    return 'unknown';
  }
}

/** The room for this many more bytes under a storage estimate. */
export function roomIn(
  { usage, quota }: { usage: number; quota: number },
  bytes: number,
): Exclude<Room, 'unknown'> {
  const spare = Math.min(SPARE_BYTES, quota * SPARE_SHARE_MAX);
  const left = quota - usage - bytes;
  if (left < spare) return 'full';
  return left < 2 * spare ? 'nearlyFull' : 'enough';
}

/** A warning for a room in which data may soon be lost; null if there is no risk. */
export function sayRoom(room: Room): string | null {
  if (room === 'full') return m.storageFull();
  return room === 'nearlyFull' ? m.storageNearlyFull() : null;
}

/** Missing on pages without https, and partly in older browsers. */
const storageManager = (): Partial<StorageManager> | undefined => globalThis.navigator?.storage;
