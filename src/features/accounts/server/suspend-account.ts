import type { Role } from '#platform/rules/role.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { EndAccess, EndedAccess } from './end-access.ts';
import { lockAccount, updateSuspension } from './people/queries.ts';

export type Suspension =
  | { outcome: 'unknown' }
  | { outcome: 'already'; since: Date | null }
  /** When the suspension began that this call starts or ends. */
  | { outcome: 'changed'; userId: number; role: Role; since: Date };

/** Ends all access; no password or code opens the account. */
export async function suspendAccount(
  tx: Database,
  address: string,
  { now, endAccess }: { now: Date; endAccess: EndAccess },
): Promise<Suspension> {
  const account = await lockAccount(tx, address);
  if (!account) return { outcome: 'unknown' };
  if (account.suspendedAt) return { outcome: 'already', since: account.suspendedAt };
  await updateSuspension(tx, account.id, { suspendedAt: now, now });
  await endAccess(tx, { userId: account.id, isSuspended: true }, now);
  return { outcome: 'changed', userId: account.id, role: account.role, since: now };
}

export const findAccountOf = async (tx: Database, address: string) =>
  (await lockAccount(tx, address))?.id ?? null;

export async function findAccountState(db: Database, which: string | number) {
  const account = await lockAccount(db, which);
  if (!account) return null;
  const { id, role, suspendedAt, email, phoneNumber, phoneVerifiedAt } = account;
  return { accountId: id, role, suspendedAt, email, phoneNumber, phoneVerifiedAt };
}

export async function unsuspendAccount(
  tx: Database,
  address: string,
  { now, endedAccess }: { now: Date; endedAccess: EndedAccess },
): Promise<Suspension> {
  const account = await lockAccount(tx, address);
  if (!account) return { outcome: 'unknown' };
  if (!account.suspendedAt) return { outcome: 'already', since: null };
  await updateSuspension(tx, account.id, { suspendedAt: null, now });
  await endedAccess.record({ userId: account.id, isSuspended: false }, now);
  return { outcome: 'changed', userId: account.id, role: account.role, since: account.suspendedAt };
}
