import { phoneNumber } from '#features/accounts/rules/account.ts';
import type { PriceRecords } from '#features/products/server/price-records.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { tidyPhoneNumber } from '#platform/rules/tidy-phone-number.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { OutboxHandler } from '#platform/server/outbox/lanes.ts';
import { insertAction } from './queries.ts';

/** A command as typed, and its operator. */
export type Call = {
  db: Database;
  services: {
    clock: Clock;
    mpesa: Mpesa | null;
    sms: Sms | null;
    log: Logger;
    secret: string;
    publicUrl: string;
    priceRecords: PriceRecords;
    outbox: readonly OutboxHandler<never>[];
  };
  /** The name of the operator's key, or of the user that the command ran as. */
  operator: string;
  words: string[];
  options: {
    reason?: string | undefined;
    receipt?: string | undefined;
    amount?: string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    'before-dispute-window-ends'?: boolean | undefined;
    'without-asking-mpesa'?: boolean | undefined;
    'with-small-ones'?: boolean | undefined;
    alone?: boolean | undefined;
    at?: string | undefined;
  };
};

export type Command = {
  /** `usage`, `about`: shown in the help. */
  usage: string;
  about: string;
  /**
   * Returns the text to print.
   * @throws OperatorError
   */
  run: (call: Call) => Promise<string>;
};

/** Why a command did nothing, in a sentence for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

type Details = Record<string, unknown>;
/** The text to print, and details that are known only afterwards and are logged as well. */
export type Done = { said: string; details: Details };
type Recorded = {
  action: string;
  details: Details;
  work: (tx: Database, now: Date) => Promise<string | Done>;
};

/** Runs a command and logs its operator, action and details, in one transaction. */
export function recorded(
  { db, services, operator }: Call,
  { action, details, work }: Recorded,
): Promise<string> {
  const now = services.clock();
  return db.transaction(async (tx) => {
    const done = await work(tx, now);
    const { said, details: shown } = typeof done === 'string' ? { said: done, details: {} } : done;
    await insertAction(tx, {
      operator,
      action,
      details: { ...details, ...shown },
      happenedAt: now,
    });
    return said;
  });
}

/** @throws OperatorError if the option is missing */
export function needed({ options }: Call, name: 'reason' | 'receipt' | 'amount'): string {
  const text = options[name]?.trim();
  if (!text) throw new OperatorError(`--${name} is missing.`);
  return text;
}

/** M-Pesa's receipts are capitals and digits. Lower case is accepted as well. */
export const receiptIn = (call: Call) => needed(call, 'receipt').toUpperCase();

/**
 * The first word as an email or a Kenyan mobile number, the number in its stored form.
 * @throws OperatorError if it is neither
 */
export function addressIn({ words: [typed = ''] }: Call): string {
  if (typed.includes('@')) return typed;
  const number = phoneNumber.safeParse(tidyPhoneNumber(typed));
  if (!number.success)
    throw new OperatorError(
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

/** The log's details for an address or id. */
export function detailsOf(address: string | number) {
  if (typeof address === 'number') return { accountId: address };
  return address.includes('@') ? { email: address } : { phoneNumber: address };
}

/**
 * A word as the id of an order, payment, payout or product.
 * @throws OperatorError if it is none
 */
export function idIn(word: string | undefined, of: string): number {
  const id = /^\d{1,10}$/.test(word ?? '') ? Number(word) : 0;
  if (id < 1 || id > ID_MAX) throw new OperatorError(`Which ${of}? Give its number.`);
  return id;
}
