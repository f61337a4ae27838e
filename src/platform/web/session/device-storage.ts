/*
 * Room on the device for what must not be lost: entries that wait to be sent, their photos, and the
 * screens that are there without a line. A browser may delete what a site keeps when the device is
 * nearly full; one that was asked to keep it asks the person first.
 */

import { m } from '#platform/rules/text/compiled/messages.js';

/**
 * Kept free beside what is stored, because what browsers say about their room is rounded, and other
 * tabs fill it too.
 */
const SPARE_BYTES = 20 * 1024 * 1024;
/** On a device with little room for a site that would be most of it. */
const SPARE_SHARE_MAX = 0.1;

/** `unknown`: the browser does not say, and the attempt to store shows it. */
export type Room = 'enough' | 'nearlyFull' | 'full' | 'unknown';

let asked: Promise<boolean> | null = null;

/**
 * Asks the browser to delete nothing of this site by itself. Call it once there is something to
 * lose: after the first product, order or entry that waits. Chrome and Safari decide without a
 * question; Firefox asks the person, once.
 * @returns whether it will be kept. False too where the browser knows no such request, or refuses
 * it
 */
export function askToKeep(): Promise<boolean> {
  asked ??= ask().catch(() => false);
  return asked;
}

async function ask(): Promise<boolean> {
  const storage = storageManager();
  return (await storage?.persisted?.()) || ((await storage?.persist?.()) ?? false);
}

/** Whether so many bytes more can be stored. Ask before a photo is taken, not when it is lost. */
export async function roomFor(bytes: number): Promise<Room> {
  try {
    const { usage, quota } = (await storageManager()?.estimate?.()) ?? {};
    return usage === undefined || quota === undefined ? 'unknown' : roomIn({ usage, quota }, bytes);
  } catch {
    return 'unknown';
  }
}

/** What an estimate in bytes means for this many more. */
export function roomIn(
  { usage, quota }: { usage: number; quota: number },
  bytes: number,
): Exclude<Room, 'unknown'> {
  const spare = Math.min(SPARE_BYTES, quota * SPARE_SHARE_MAX);
  const left = quota - usage - bytes;
  if (left < spare) return 'full';
  return left < 2 * spare ? 'nearlyFull' : 'enough';
}

/** The sentence for a room in which something may soon be lost; null if there is nothing to say. */
export function sayRoom(room: Room): string | null {
  if (room === 'full') return m.storageFull();
  return room === 'nearlyFull' ? m.storageNearlyFull() : null;
}

/** Missing on a page without https, and in part in older browsers. */
const storageManager = (): Partial<StorageManager> | undefined => globalThis.navigator?.storage;
