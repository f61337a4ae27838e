import { readToken } from './session.ts';

/*
 * A user's data in this browser besides the session: drafts, the last delivery place, list filters.
 * All of it is deleted at logout. Any new storage key is deleted too, unless it is listed here as
 * belonging to the device.
 */

const DEVICE_KEYS = new Set([
  // The server's answer to a login, which grants no access (see client/rpc.ts).
  'deviceToken',
  // When the user postponed notifications, and whether this phone plays a sound.
  'pushPostponed',
  'newOrderSound',
  // Hashes that tell whether the browser's subscription belongs to a user who has left.
  'pushTold',
  // Whether installing was offered, and the offset of this device's clock.
  'installOffered',
  'clockOffset',
  // Which photos this device shows.
  'pictures',
  // Hashes with which the server ends sessions that were logged out offline (end-sessions.ts).
  'sessionsToEnd',
]);
/**
 * Pending changes follow their own rules: they may belong to another user, whose session has
 * expired.
 */
const WAITING = 'waiting';
/** The owner of the cached answers on this device. Its removal is visible to other tabs. */
export const CACHED_FOR = 'keptFor';
/** The next user to log in takes over a visitor's cart. */
const VISITORS_CART = 'cartLines';

/** Deletes the logged-out user's data in this tab and in the browser. */
export function forgetPerson(): void {
  forget('sessionStorage', () => true);
  forget('localStorage', (key) => !isDevices(key));
}

/**
 * Deletes the data of a previous user with an expired session when another one logs in. Keeps the
 * current session.
 */
export function forgetPersonBefore(): void {
  forget(
    'localStorage',
    (key) => !isDevices(key) && key !== VISITORS_CART && !sessionKeys.test(key),
  );
}

/** Deletes once more, because the page that the user left keeps writing for a moment. */
export function forgetLater(milliseconds: number): void {
  setTimeout(() => {
    if (!readToken()) forgetPerson();
  }, milliseconds);
}

const sessionKeys = /^(authToken|user(Id|Type|Email|FirstName|LastName|Data)|buyerId|tabLogin)$/;
const isDevices = (key: string) => DEVICE_KEYS.has(key) || key.startsWith(WAITING);

function forget(
  name: 'localStorage' | 'sessionStorage',
  isPersonal: (key: string) => boolean,
): void {
  try {
    const storage = window[name];
    for (const key of Object.keys(storage).filter(isPersonal)) storage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}
