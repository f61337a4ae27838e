import { hash, verify } from '@node-rs/argon2';
import * as z from 'zod/mini';
import type { Role } from '#platform/rules/role.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { clientOfPerson, heavyWork } from '#platform/server/heavy-work.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { newPasswordRules } from '../rules/account.ts';
import type { ChangePassword } from '../rules/account-changes.ts';
import { alarmOwner } from './alarm-owner.ts';
import { loginName } from './one-time-codes.ts';
import { findPasswordHash, replacePassword } from './account-queries.ts';
import { wrongPassword } from './verify-credentials.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    passwords: PasswordHasher;
  }
}

/** OWASP's recommendation for argon2id, this library's default. */
const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many of the most common passwords cause a warning. The list is ordered by frequency. */
const COMMON_PASSWORDS = 10_000;
let commonPasswords: ReadonlySet<string> | undefined;

/** Keyboards may compose the same password differently (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** Only a warning, because the code mailed at every login also protects the account. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded on first use, because the dictionary takes memory.
  commonPasswords ??= await readCommonPasswords();
  return commonPasswords.has(normalized(password).toLowerCase());
}

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS));
}

export const refuseWeakPassword = (
  password: string,
  { role, field }: { role: Role; field: string },
) => void z.object({ [field]: newPasswordRules[role] }).parse({ [field]: password });

/** Both methods run as heavy work of the client. */
export type PasswordHasher = {
  hash(password: string, client: string): Promise<string>;
  /** Without an account (null) it takes equally long and returns false. */
  isRight(password: string, passwordHash: string | null, client: string): Promise<boolean>;
};

/** Only tests pass another cost, because this one would dominate their run time. */
export function createPasswordHasher(cost = PASSWORD_COST): PasswordHasher {
  const hashPassword = (password: string) => hash(normalized(password), cost);
  let placeholderHash: Promise<string> | undefined;
  return {
    hash: (password, client) => heavyWork.run(client, () => hashPassword(password)),
    isRight: (password, passwordHash, client) => {
      const compare = async () => {
        placeholderHash ??= hashPassword('no account has this password');
        const isRight = await verify(passwordHash ?? (await placeholderHash), normalized(password));
        return isRight && passwordHash !== null;
      };
      return heavyWork.run(client, compare, { isRightful: (isRight) => isRight });
    },
  };
}

/** Ends all access but this session. If the password was reset in the meantime, the reset wins. */
export async function changePassword(
  call: Call<'user'>,
  { currentPassword, newPassword }: ChangePassword,
) {
  const { db, user, clock, passwords, endAccess } = call;
  const { id: userId, role, sessionId } = user;
  refuseWeakPassword(newPassword, { role, field: 'newPassword' });
  const confirmed = await confirmPassword(
    db,
    { userId, password: currentPassword, field: 'currentPassword' },
    call,
  );
  const passwordHash = await passwords.hash(newPassword, clientOfPerson(userId));
  await db.transaction(async (tx) => {
    const now = clock();
    const isReplaced = await replacePassword(tx, {
      userId,
      passwordHash,
      replacing: confirmed.passwordHash,
      now,
    });
    if (!isReplaced) throw new AppError('PASSWORD_WRONG', { field: 'currentPassword' });
    await endAccess(
      tx,
      { userId, exceptSession: sessionId, formerPasswordHash: confirmed.passwordHash },
      now,
    );
    await putInOutbox(tx, alarmOwner('passwordChanged', { userId }), now);
  });
}

type Confirmation = { userId: number; password: string; field?: string };

/**
 * Counts over all addresses: a thief with a session can guess from many, and nobody without a
 * session can use up the attempts.
 */
export async function confirmPassword(
  db: Database,
  { userId, password, field = 'password' }: Confirmation,
  { rateLimits, passwords }: { rateLimits: RateLimits; passwords: PasswordHasher },
) {
  const account = await findPasswordHash(db, userId);
  const key = [account ? loginName(account) : '', 'with a session'];
  await rateLimits.consume(wrongPassword, ...key);
  const giveBack = () => rateLimits.giveBack(wrongPassword, ...key);
  const passwordHash = account?.passwordHash ?? null;
  const isRight = await passwords
    .isRight(password, passwordHash, clientOfPerson(userId))
    .catch(async (refusal: unknown) => {
      await giveBack();
      throw refusal;
    });
  if (!isRight || !account) throw new AppError('PASSWORD_WRONG', { field });
  await giveBack();
  return account;
}
