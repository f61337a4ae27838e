/*
 * Lets the login page show without a session that changes are pending and who must log in, but not
 * what they are.
 */
import type { Role } from '#platform/rules/role.ts';
import { readUser } from '../session/session.ts';
import { readEntries, subscribe } from './mirror.ts';

/** The prefix of pending changes, which a logout keeps. The login page checks whether it exists. */
const KEY = 'waitingFor';

/** An earlier version stored no role. */
export type PendingFor = { userId: number; firstName: string; role?: Role };

let isFollowing = false;

export function followPendingFor(): void {
  if (!isFollowing) subscribe(note);
  isFollowing = true;
  note();
}

function note() {
  const user = readUser();
  if (!user) return;
  const isWaiting = readEntries(user.id).some(({ isLoose }) => !isLoose);
  if (!isWaiting) forgetPendingFor(user.id);
  else if (readPendingFor().every(({ userId }) => userId !== user.id)) {
    const { id: userId, firstName, role } = user;
    write([...readPendingFor(), { userId, firstName, role }]);
  }
}

export function forgetPendingFor(id: number): void {
  const before = readPendingFor();
  const after = before.filter(({ userId }) => userId !== id);
  if (after.length < before.length) write(after);
}

export function readPendingFor(): PendingFor[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPendingFor) : [];
  } catch {
    return [];
  }
}

const isPendingFor = (one: Partial<PendingFor> | null): one is PendingFor =>
  Number.isSafeInteger(one?.userId) && typeof one?.firstName === 'string';

function write(all: PendingFor[]) {
  try {
    if (all.length > 0) localStorage.setItem(KEY, JSON.stringify(all));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage nothing outlives the page.
  }
}
