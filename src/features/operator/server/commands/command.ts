import { phoneNumber } from '#features/accounts/rules/account.ts';
import type { Operation } from '#features/operator/server/operations/operation.ts';
import type {
  OperatorServices,
  Person,
} from '#features/operator/server/operations/operator-services.ts';
import { look, perform } from '#features/operator/server/operations/perform.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { tidyPhoneNumber } from '#platform/rules/tidy-phone-number.ts';
import type { Database } from '#platform/server/db/database.ts';

/** A command as typed, and who typed it. */
export type Call = {
  db: Database;
  services: OperatorServices;
  person: Person;
  words: string[];
  options: {
    reason?: string | undefined;
    receipt?: string | undefined;
    amount?: string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    role?: string | undefined;
    email?: string | undefined;
    'before-dispute-window-ends'?: boolean | undefined;
    'without-asking-mpesa'?: boolean | undefined;
    'with-small-ones'?: boolean | undefined;
    alone?: boolean | undefined;
    at?: string | undefined;
    day?: string | undefined;
  };
};

export type Command = {
  /** `usage`, `about`: shown in the help. */
  usage: string;
  about: string;
  /**
   * Returns the text to print.
   * @throws CommandError, AppError
   */
  run: (call: Call) => Promise<string>;
};

/** A mistake in a typed command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Performs an operation and returns its sentence. */
export async function does<Input extends object>(
  { db, services, person }: Call,
  operation: Operation<Input>,
  input: NoInfer<Input>,
): Promise<string> {
  const checked = operation.input.parse(input);
  const performed = await perform(db, operation, { input: checked, person, services });
  if (performed.outcome === 'done') return performed.said({ locale: 'en' });
  return `This takes two people. Another operator approves it within a day: npm run operator -- approve ${performed.requestId}`;
}

/** Reads personal data for a list, which the log records. */
export const reads = <Seen>(
  { db, services, person }: Call,
  what: string,
  read: (tx: Database) => Promise<Seen>,
): Promise<Seen> => look(db, { what, person, services }, read);

/** @throws CommandError if the option is missing */
export function needed(
  { options }: Call,
  name: 'reason' | 'receipt' | 'amount' | 'role' | 'email',
): string {
  const text = options[name]?.trim();
  if (!text) throw new CommandError(`--${name} is missing.`);
  return text;
}

/**
 * The first word as an email or a Kenyan mobile number, the number in its stored form.
 * @throws CommandError if it is neither
 */
export function addressIn({ words: [typed = ''] }: Pick<Call, 'words'>): string {
  if (typed.includes('@')) return typed;
  const number = phoneNumber.safeParse(tidyPhoneNumber(typed));
  if (!number.success)
    throw new CommandError(
      'Whom? Give the email address or the verified phone number of the account.',
    );
  return number.data;
}

/**
 * Like addressIn, but also accepts the id of an account that may have neither, in the form of the
 * list `released`: "account-812".
 */
export function accountIn(call: Call): string | number {
  const [, id] = /^account-(\d{1,10})$/.exec(call.words[0] ?? '') ?? [];
  return id === undefined ? addressIn(call) : idIn(id, 'account');
}

/**
 * A word as the id of an order, payment, payout or product.
 * @throws CommandError if it is none
 */
export function idIn(word: string | undefined, of: string): number {
  const id = /^\d{1,10}$/.test(word ?? '') ? Number(word) : 0;
  if (id < 1 || id > ID_MAX) throw new CommandError(`Which ${of}? Give its number.`);
  return id;
}
