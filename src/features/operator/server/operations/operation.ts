import type * as z from 'zod/mini';
import type { OperatorRole } from '#operator/rules/operator-roles.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OperatorServices, Person, Sentence } from './operator-services.ts';

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
