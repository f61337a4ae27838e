import type { Database } from '#server/db/database.ts';
import type { Role } from '#shared/account.ts';
import { voidCodes } from './codes/issue-code.ts';
import { lockAccount, updateSuspension } from './people/queries.ts';
import { endAllSessions } from './sessions/end-sessions.ts';

export type Suspension =
  | { outcome: 'unknown' }
  | { outcome: 'already'; since: Date | null }
  /** `since`: when the suspension began that now begins or ends. */
  | { outcome: 'changed'; userId: number; role: Role; since: Date };

/** Suspends an account, in the caller's transaction: it is logged out everywhere, and no password or code opens it. */
export async function suspendAccount(tx: Database, email: string, now: Date): Promise<Suspension> {
  const account = await lockAccount(tx, email);
  if (!account) return { outcome: 'unknown' };
  if (account.suspendedAt) return { outcome: 'already', since: account.suspendedAt };
  await updateSuspension(tx, account.id, { suspendedAt: now, now });
  await voidCodes(tx, { email, now });
  await endAllSessions(tx, account.id);
  return { outcome: 'changed', userId: account.id, role: account.role, since: now };
}

/** Lifts the suspension of an account, in the caller's transaction. */
export async function unsuspendAccount(tx: Database, email: string, now: Date): Promise<Suspension> {
  const account = await lockAccount(tx, email);
  if (!account) return { outcome: 'unknown' };
  if (!account.suspendedAt) return { outcome: 'already', since: null };
  await updateSuspension(tx, account.id, { suspendedAt: null, now });
  return { outcome: 'changed', userId: account.id, role: account.role, since: account.suspendedAt };
}
