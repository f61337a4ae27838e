import type { EndAccess, EndedAccess } from '#accounts/server/end-access.ts';
import type { PasswordHasher } from '#accounts/server/passwords.ts';
import type { OperatorRole } from '#operator/rules/operator-roles.ts';
import type { PhotoStore } from '#photos/server/photo-store.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Logger } from '#platform/server/log.ts';
import type { OutboxHandler } from '#platform/server/outbox.ts';
import type { PriceRecords } from '#products/server/price-records.ts';

export type OperatorSettings = {
  /** The names of the keys in OPERATORS. */
  keyNames: readonly string[];
  twoPeopleAboveCents: number;
  /** Where the end of the log is mailed each night. */
  logEmail: string | null;
  /** DATA_DIR. */
  logFolder: string;
  /** Where buyers pay in, and where farmers are paid from; null if it is not set. */
  shortcodes: { payments: string | null; payouts: string | null };
};

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    operatorSettings: OperatorSettings;
  }
}

export type OperatorServices = {
  clock: Clock;
  mpesa: Mpesa | null;
  sms: Sms | null;
  log: Logger;
  secret: string;
  publicUrl: string;
  passwords: PasswordHasher;
  priceRecords: PriceRecords;
  photoStore: PhotoStore;
  endAccess: EndAccess;
  endedAccess: EndedAccess;
  outbox: readonly OutboxHandler[];
  operatorSettings: OperatorSettings;
};

/** No browser has this name, because browsers' names are made of known words. */
export const COMMAND_LINE = 'command line';

/** On the command line, somebody without an account has the role `lead`. */
export type Person = {
  /** The name of the account, of the key, or of the system user. */
  name: string;
  role: OperatorRole;
  /** "Chrome, Android", or COMMAND_LINE. */
  device: string;
};

export type Sentence = (options: { locale: Language }) => string;

export const say =
  <Inputs>(
    text: (inputs: Inputs, options: { locale: Language }) => string,
    inputs: Inputs,
  ): Sentence =>
  (options) =>
    text(inputs, options);

/** The sentence says why nothing was done. */
export class OperatorError extends AppError {
  constructor(sentence: Sentence) {
    super('DESK_REFUSED', { inputs: { sentence } });
    this.name = 'OperatorError';
  }
}
