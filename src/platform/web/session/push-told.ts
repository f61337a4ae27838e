/*
 * What this browser remembers about notifications: what it last told the server, and when a person
 * last said "Not now". People and sessions are kept as hashes, because it stays when a session
 * ends.
 */

const TOLD = 'pushTold';
const POSTPONED = 'pushPostponed';
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** The server drops browsers that were not renewed for 60 days. */
const RENEWED_AFTER_MILLISECONDS = DAY_MILLISECONDS;
const ASKED_AGAIN_AFTER_MILLISECONDS = 30 * DAY_MILLISECONDS;

export type Told = { person: string; session: string; endpoint: string; at: number };
/** Who is logged in, and what the browser has subscribed with, if it has. */
export type Here = Pick<Told, 'person' | 'session'> & {
  namedByEmail: string;
  endpoint: string | null;
  now: number;
};

/**
 * What is to be done with a subscription that was told to the server.
 * `leave`: it is somebody else's. `renew`: tell the server. `ifListed`: likewise, unless the
 * browser was removed from the server's list.
 */
export function renewalOf(
  told: Told,
  { person, namedByEmail, session, endpoint, now }: Here,
): 'none' | 'leave' | 'renew' | 'ifListed' {
  if (told.person !== person && told.person !== namedByEmail) return 'leave';
  if (told.session !== session || told.endpoint !== endpoint) return 'renew';
  // A clock that was set back counts as a day.
  return Math.abs(now - told.at) < RENEWED_AFTER_MILLISECONDS ? 'none' : 'ifListed';
}

/** Whether somebody who said "Not now" then may be asked again. */
export const isAskedAgain = (postponedAt: number, now: number): boolean =>
  Math.abs(now - postponedAt) >= ASKED_AGAIN_AFTER_MILLISECONDS;

export function readTold(): Told | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(TOLD) ?? 'null');
    return isTold(kept) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * By hand, because every page that may be notified loads this, and zod is larger than all the rest
 * of it.
 */
function isTold(kept: unknown): kept is Told {
  const values = new Map<string, unknown>(Object.entries(kept ?? {}));
  const hasTexts = ['person', 'session', 'endpoint'].every(
    (name) => typeof values.get(name) === 'string',
  );
  return hasTexts && typeof values.get('at') === 'number';
}

/** Without storage the next page takes the browser for one that was never switched on. */
export function writeTold(told: Told | null): void {
  try {
    if (told) localStorage.setItem(TOLD, JSON.stringify(told));
    else localStorage.removeItem(TOLD);
  } catch {
    // See above.
  }
}

export function mayAskForPush(): boolean {
  try {
    return isAskedAgain(Number(localStorage.getItem(POSTPONED) ?? 0), Date.now());
  } catch {
    // What cannot be remembered would be asked each time.
    return false;
  }
}

export function postponePush(): void {
  try {
    localStorage.setItem(POSTPONED, String(Date.now()));
  } catch {
    // Without storage nobody is asked.
  }
}
