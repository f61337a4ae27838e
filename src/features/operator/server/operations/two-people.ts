import type { OperatorRole } from '#operator/rules/operator-roles.ts';
import { countLeads, countOperators, findOperatorNamed } from '#operator/server/people/queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { COMMAND_LINE, OperatorError, type Person } from './operator-services.ts';

/*
 * Two people are needed as soon as two can be told apart: once the first account exists, or
 * OPERATORS has two keys. Until then a single person on the command line acts alone, and the row
 * says so.
 */

export const isSamePerson = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase();

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
