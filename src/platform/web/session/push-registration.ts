/*
 * The browser's last report to the server, and the time of the user's last "Not now". Users and
 * sessions are stored as hashes, because this data outlives the session.
 */

const TOLD = 'pushTold';
const POSTPONED = 'pushPostponed';
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** The server deletes browsers that are not renewed within 60 days. */
const RENEWED_AFTER_MILLISECONDS = DAY_MILLISECONDS;
const ASKED_AGAIN_AFTER_MILLISECONDS = 30 * DAY_MILLISECONDS;

export type PushRegistration = { person: string; session: string; endpoint: string; at: number };
export type Here = Pick<PushRegistration, 'person' | 'session'> & {
  endpoint: string | null;
  now: number;
};

/**
 * `leave`: it belongs to another user. `renew`: report it again. `ifListed`: report it again,
 * unless the browser was removed from the server's list.
 */
export function renewalOf(
  told: PushRegistration,
  { person, session, endpoint, now }: Here,
): 'none' | 'leave' | 'renew' | 'ifListed' {
  if (told.person !== person) return 'leave';
  if (told.session !== session || told.endpoint !== endpoint) return 'renew';
  return Math.abs(now - told.at) < RENEWED_AFTER_MILLISECONDS ? 'none' : 'ifListed';
}

export const isAskedAgain = (postponedAt: number, now: number): boolean =>
  Math.abs(now - postponedAt) >= ASKED_AGAIN_AFTER_MILLISECONDS;

export function readPushRegistration(): PushRegistration | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(TOLD) ?? 'null');
    return isPushRegistration(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Checked by hand: zod is larger than all else that these pages load. */
function isPushRegistration(kept: unknown): kept is PushRegistration {
  const values = new Map<string, unknown>(Object.entries(kept ?? {}));
  const hasTexts = ['person', 'session', 'endpoint'].every(
    (name) => typeof values.get(name) === 'string',
  );
  return hasTexts && typeof values.get('at') === 'number';
}

/** Without storage, the next page treats notifications as off. */
export function writePushRegistration(told: PushRegistration | null): void {
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
    // Without a stored answer the user would be asked each time.
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
