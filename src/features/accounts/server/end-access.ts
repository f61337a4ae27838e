/*
 * Restoring a backup would revive stolen sessions, revoked keys, old passwords and suspended
 * accounts. So everything that ends access is also appended to a file in DATA_DIR, and replayed
 * when a restored database goes live (operator/server/operations/end-access-again.ts). The lines
 * hold ids and hashes, never a secret.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import type { Logger } from '#platform/server/log.ts';
import { voidCodesOf } from './codes/issue-code.ts';
import { deleteKeysOf } from './keys/queries.ts';
import { findContact } from './people/queries.ts';
import { deleteLoginPass, deleteSessions } from './sessions/queries.ts';

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
    const contact = await findContact(tx, userId);
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

const endedLine = z.object({
  at: z.pipe(
    z.iso.datetime(),
    z.transform((text: string) => new Date(text)),
  ),
  /** Everything of this user that is older than `at` has ended. */
  userId: z.optional(z.int()),
  /** SHA-256 of the replaced password's hash. */
  formerPassword: z.optional(z.string()),
  isSuspended: z.optional(z.boolean()),
  isSimChanged: z.optional(z.boolean()),
  /** The hash of a single session's token or of a key. */
  hash: z.optional(z.string()),
  /** The operator's account is closed, has a new role, or its logins are void. */
  operator: z.optional(z.string()),
  isClosed: z.optional(z.boolean()),
  role: z.optional(z.string()),
});
export type EndedLine = z.infer<typeof endedLine>;

export type EndedAccess = {
  begin(now: Date): Promise<void>;
  record(line: Omit<EndedLine, 'at'>, now: Date): Promise<void>;
  /** Oldest first; null if there is no file. Leaves out an incomplete last line. */
  read(): Promise<EndedLine[] | null>;
};

declare module '#platform/server/trpc/context.ts' {
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
