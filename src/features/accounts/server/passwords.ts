import { hash, verify } from '@node-rs/argon2';
import * as z from 'zod/mini';
import { newPasswordRules } from '#accounts/rules/account.ts';
import type { Role } from '#platform/rules/role.ts';
import { heavyWork } from '#platform/server/heavy-work.ts';

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
