import { readToken } from './session.ts';

/*
 * What this browser knows of a person, besides the session: drafts, where the last order went, how
 * a list was filtered. All of it goes when they log out. Whatever is new in the browser's storage
 * goes as well, unless it is named here as the device's own.
 */

const DEVICE_KEYS = new Set([
  // The answer of the server to a login, which grants nothing (see client/rpc.ts).
  'deviceToken',
  // When somebody said "Not now" to notifications, and whether this phone rings.
  'pushPostponed',
  'newOrderSound',
  // Hashes, by which a browser's subscription is given back when its person has left.
  'pushTold',
  // That installing was offered, and how wrong this device's clock is.
  'installOffered',
  'clockOffset',
  // Which photos are shown on it.
  'pictures',
  // Hashes, by which the server ends what was logged out without a line (end-sessions.ts).
  'sessionsToEnd',
]);
/**
 * What waits to be sent has its own rules: it may be another person's, whose session has expired.
 */
const WAITING = 'waiting';
/** Whose answers this device keeps. Other tabs hear of its removal. */
export const KEPT_FOR = 'keptFor';
/** A visitor's cart becomes the cart of whoever logs in next. */
const VISITORS_CART = 'cartLines';

/** Forgets the person who has logged out, in this tab and in the browser. */
export function forgetPerson(): void {
  forget('sessionStorage', () => true);
  forget('localStorage', (key) => !isDevices(key));
}

/**
 * Forgets the person before, whose session has expired, when another one is logged in: their
 * session is not touched.
 */
export function forgetPersonBefore(): void {
  forget(
    'localStorage',
    (key) => !isDevices(key) && key !== VISITORS_CART && !sessionKeys.test(key),
  );
}

/**
 * Once more, because the page that they have left goes on for a moment, and writes what it always
 * writes.
 */
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
    // Where storage is forbidden there is nothing.
  }
}
