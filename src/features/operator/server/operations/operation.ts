import type * as z from 'zod/mini';
import type { EndAccess, EndedAccess } from '#accounts/server/end-access.ts';
import type { PasswordHasher } from '#accounts/server/passwords.ts';
import type { OperatorRole } from '#operator/rules/desk-input.ts';
import type { PhotoStore } from '#photos/server/photo-store.ts';
import type { PriceRecords } from '#products/server/set-quantities.ts';
import { amountText, shillingsOf } from '#rules/amounts.ts';
import type { Mpesa } from '#server/adapters/mpesa.ts';
import type { Sms } from '#server/adapters/sms.ts';
import { AppError } from '#server/app-error.ts';
import type { WithoutSlot } from '#server/fair-queue.ts';
import type { OutboxHandler } from '#server/outbox.ts';
import { countLeads, countOperators, findOperatorNamed } from '../operator-queries.ts';

export type Done = {
  said: Sentence;
  details?: Record<string, unknown>;
};

export type Work<Prepared = unknown> = {
  now: Date;
  person: Person;
  services: OperatorServices;
  prepared: Prepared;
  /** It takes two people, but no second one is known yet. */
  isAlone: boolean;
  requestedBy: string | null;
};

export type Definition<Input extends object, Prepared = unknown> = {
  /** Stored in the log and in requests, so don't rename it. */
  name: string;
  input: z.ZodMiniType<Input>;
  roles: readonly OperatorRole[];
  /** To compare before an approval; null if there is no such subject. */
  stateOf?: (db: Database, input: Input) => Promise<object | null>;
  logged?: (input: Input) => object;
  needsTwo?: (db: Database, input: Input) => Promise<boolean>;
  /**
   * It takes a second person if this, with what the operator has moved alone today, is above
   * PAYOUT_TWO_PEOPLE_ABOVE_KES.
   */
  movesCents?: (db: Database, input: Input) => Promise<Cents>;
  /** Slow work without the database, which no transaction should wait for. */
  prepare?: (input: Input, services: OperatorServices) => Promise<Prepared>;
  work: (tx: Database, input: Input, work: Work<Prepared>) => Promise<Done>;
};

export type Operation<Input extends object> = Pick<Definition<Input>, 'name' | 'input' | 'roles'>;

const definitions = new WeakMap<object, Definition<never>>();

/**
 * Only `perform` and `approve` (perform.ts) reach the work, so nothing happens without the role,
 * the second person and the row in the log.
 */
export function defineOperation<Input extends object, Prepared = undefined>(
  definition: Definition<Input, Prepared>,
): Operation<Input> {
  const { name, input, roles } = definition;
  const operation = Object.freeze({ name, input, roles });
  // `definitionOf` casts it back to the same type.
  definitions.set(operation, definition as unknown as Definition<never>);
  return operation;
}

export const definitionOf = <Input extends object>(operation: Operation<Input>) =>
  definitions.get(operation) as unknown as Definition<Input>;

type OperatorSettings = {
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

declare global {
  interface Services {
    operatorSettings: OperatorSettings;
  }
}

export type OperatorServices = {
  clock: Clock;
  withoutSlot: WithoutSlot;
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

type Text<Inputs> = (inputs: Inputs, options: { locale: Language }) => string;
type Given<Inputs> = Record<never, never> extends Inputs ? [inputs?: Inputs] : [inputs: Inputs];

export const say =
  <Inputs>(text: Text<Inputs>, ...[inputs = {} as Inputs]: Given<Inputs>): Sentence =>
  (options) =>
    text(inputs, options);

/** The text says why nothing was done. */
export class OperatorError<Inputs> extends AppError {
  constructor(text: Text<Inputs>, ...inputs: Given<Inputs>) {
    super('DESK_REFUSED', { inputs: { sentence: say(text, ...inputs) } });
    this.name = 'OperatorError';
  }
}

export const isSamePerson = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase();

/**
 * Two people are needed as soon as two can be told apart: once the first account exists, or
 * OPERATORS has two keys. Until then a single person on the command line acts alone, and the row
 * says so.
 */
export async function areTwoKnown(
  tx: Database,
  { operatorSettings }: Pick<Services, 'operatorSettings'>,
) {
  return operatorSettings.keyNames.length > 1 || (await countOperators(tx)) > 0;
}

/** Null for a closed account, and for nobody. */
export async function findRole(
  db: Database,
  name: string,
  { operatorSettings: { keyNames } }: Pick<Services, 'operatorSettings'>,
): Promise<OperatorRole | null> {
  const account = await findOperatorNamed(db, name);
  if (account) return account.closedAt ? null : account.role;
  return keyNames.some((key) => isSamePerson(key, name)) ? 'lead' : null;
}

/**
 * A user of the system, such as root, or a key without an account may be the same person as an
 * operator at the desk. Such a key counts only while there is no second lead who could approve.
 */
export async function refuseUnnamed(
  tx: Database,
  { name, device }: Person,
  { operatorSettings: { keyNames } }: Pick<Services, 'operatorSettings'>,
) {
  if (device !== COMMAND_LINE) return;
  if (!keyNames.includes(name))
    throw new OperatorError(
      () =>
        'This takes two people, and the server only sees which user of the system you are. Make a key for each operator with `npm run operator -- new-key <name>`, put the entries into the setting OPERATORS and restart. Or do it at the desk.',
    );
  if (!(await findOperatorNamed(tx, name)) && (await countLeads(tx)) > 1)
    throw new OperatorError(
      () =>
        `${name} has a key but no account at the desk, so ${name} may be one of the other operators. Use a key with the name of your account, or the desk.`,
    );
}

export const kes = (cents: number) => `KES ${amountText(shillingsOf(cents))}`;

export const momentText = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;
