/*
 * Restoring a backup would revive stolen sessions, revoked keys, old passwords and suspended
 * accounts. So everything that ends access is also appended to a file in DATA_DIR, and replayed
 * when a restored database goes live (access-queries.ts). The lines hold ids and hashes, never a
 * secret.
 */

import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '#server/hashes.ts';
import { deleteKeysOf, type EndedLine, endedLine } from './access-queries.ts';
import { deleteUser, findUser, lockAccount, updateSuspension } from './account-queries.ts';
import { voidCodesOf } from './one-time-codes.ts';
import { deleteLoginPass, deleteSessions } from './session-queries.ts';

type Ended = {
  userId: number;
  exceptSession?: number | undefined;
  formerPasswordHash?: string;
  isSuspended?: boolean;
  isSimChanged?: boolean;
};

/** In the caller's transaction. Everything that ends access calls it. */
export type EndAccess = (tx: Database, ended: Ended, now: Date) => Promise<void>;

/** `deleteWebhooks` comes from a higher feature. */
export const endAccessWith =
  (
    deleteWebhooks: (tx: Database, userId: number) => Promise<void>,
    endedAccess: EndedAccess,
  ): EndAccess =>
  async (tx, { userId, exceptSession, formerPasswordHash, ...facts }, now) => {
    const contact = await findUser(tx, userId);
    // Or a login code requested with the old password could still open a session.
    if (contact) await voidCodesOf(tx, contact, now);
    await deleteSessions(
      tx,
      exceptSession === undefined ? { userId, all: true } : { userId, except: exceptSession },
    );
    await deleteLoginPass(tx, userId);
    await deleteKeysOf(tx, userId);
    await deleteWebhooks(tx, userId);
    const formerPassword = formerPasswordHash && sha256(formerPasswordHash);
    await endedAccess.record({ userId, ...(formerPassword && { formerPassword }), ...facts }, now);
  };

const FILE_NAME = 'ended-access.jsonl';

export type EndedAccess = {
  begin(now: Date): Promise<void>;
  record(line: Omit<EndedLine, 'at'>, now: Date): Promise<void>;
  /** Oldest first; null if there is no file. Leaves out an incomplete last line. */
  read(): Promise<EndedLine[] | null>;
};

declare global {
  interface Services {
    endAccess: EndAccess;
    endedAccess: EndedAccess;
  }
}

export function createEndedAccess(folder: string, log: Logger): EndedAccess {
  const file = join(folder, FILE_NAME);
  const append = (line: object, flag: 'a' | 'ax') =>
    appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flag });
  return {
    begin: (now) =>
      append({ at: now }, 'ax').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') log.error({ err: error }, `${file} cannot be written`);
      }),
    // A full disk must not keep access open.
    record: (line, now) =>
      append({ at: now, ...line }, 'a').catch((error: unknown) =>
        log.error({ err: error }, 'ended access was not recorded: a restored backup gives it back'),
      ),
    async read() {
      const text = await readFile(file, 'utf8').catch(() => null);
      const lines = text?.split('\n').flatMap((written) => {
        try {
          return [endedLine.parse(JSON.parse(written))];
        } catch {
          return [];
        }
      });
      // The file may have been merged from several servers.
      return lines?.toSorted((one, other) => one.at.getTime() - other.at.getTime()) ?? null;
    },
  };
}

type Suspension =
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

export async function removeAccount(
  db: Database,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  { clock, endAccess }: { clock: Clock; endAccess: EndAccess },
) {
  // Deleting the sessions with the row would not end their open streams.
  await endAccess(db, { userId, formerPasswordHash: passwordHash }, clock());
  await deleteUser(db, userId);
}
