/*
 * Whose entries wait on this device. Kept apart from the queue, so that the login can say without a
 * session that something waits, and who has to log in for it; not what it is.
 */
import { readUser } from '../session/session.ts';
import { readEntries, subscribe } from './mirror.ts';

/**
 * Its name begins like that of all that waits, which a logout leaves (session/forget-person.ts).
 * The login looks whether it is there.
 */
const KEY = 'waitingFor';

export type WaitingFor = { userId: number; firstName: string };

let isFollowing = false;

/** Notes that the person who is logged in has something waiting, as long as it is so. */
export function followWaitingFor(): void {
  if (!isFollowing) subscribe(note);
  isFollowing = true;
  note();
}

function note() {
  const user = readUser();
  if (!user) return;
  const isWaiting = readEntries(user.id).some(({ isLoose }) => !isLoose);
  if (!isWaiting) forgetWaitingFor(user.id);
  else if (readWaitingFor().every(({ userId }) => userId !== user.id)) {
    write([...readWaitingFor(), { userId: user.id, firstName: user.firstName }]);
  }
}

export function forgetWaitingFor(id: number): void {
  const before = readWaitingFor();
  const after = before.filter(({ userId }) => userId !== id);
  if (after.length < before.length) write(after);
}

export function readWaitingFor(): WaitingFor[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isWaitingFor) : [];
  } catch {
    return [];
  }
}

const isWaitingFor = (one: Partial<WaitingFor> | null): one is WaitingFor =>
  Number.isSafeInteger(one?.userId) && typeof one?.firstName === 'string';

function write(all: WaitingFor[]) {
  try {
    if (all.length > 0) localStorage.setItem(KEY, JSON.stringify(all));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage nothing outlives the page.
  }
}
