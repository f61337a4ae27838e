import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

/** OWASP's choice for argon2id, which is this library's default algorithm: 19 MiB, two passes, one lane. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many of the most used passwords people are warned of; the list is ordered by how often each was found in leaks. */
const COMMON_PASSWORDS = 10_000;
const commonPasswords = new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS));

/** The same password typed on another keyboard may come composed otherwise; NFKC makes them one (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** Whether a form should warn of a password. Nothing refuses it: the code that is mailed at every login protects the account too. */
export const isCommonPassword = (password: string): boolean => commonPasswords.has(normalized(password).toLowerCase());

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Compares a password with a hash. Without an account (null) this takes as long, and the password is never right. */
  isRight(password: string, passwordHash: string | null): Promise<boolean>;
};

/** Only tests pass another cost: at this one their accounts would take most of their time. */
export function createPasswordHasher(cost = PASSWORD_COST): PasswordHasher {
  const hashPassword = (password: string) => hash(normalized(password), cost);
  let placeholderHash: Promise<string> | undefined;
  return {
    hash: hashPassword,
    async isRight(password, passwordHash) {
      placeholderHash ??= hashPassword('no account has this password');
      const isRight = await verify(passwordHash ?? (await placeholderHash), normalized(password));
      return isRight && passwordHash !== null;
    },
  };
}
