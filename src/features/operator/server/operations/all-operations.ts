import { type Acting, preview } from '#operator/server/operations/perform.ts';
import type { Database } from '#server/db/database.ts';
import * as accounts from './account-operations.ts';
import * as market from './market-operations.ts';
import * as money from './money-operations.ts';
import type { Operation } from './operation.ts';
import * as outgoing from './outgoing-operations.ts';
import * as people from './people-operations.ts';

export const operations = { ...market, ...money, ...outgoing, ...accounts, ...people };

export const operationsByName: ReadonlyMap<string, Operation<never>> = new Map(
  Object.values(operations).map((operation) => [operation.name, operation as Operation<never>]),
);

/** Null for an operation that a newer version stored. */
export const procedureOf = (name: string) =>
  names.find((procedure) => operations[procedure].name === name) ?? null;

// `Object.keys` forgets the names.
const names = Object.keys(operations) as (keyof typeof operations)[];

/** The page adds the reason, a receipt or an amount. */
export type Choice = {
  /** The procedure in `desk.do`. */
  does: keyof typeof operations;
  input: Record<string, string | number>;
  /** It would return money that the farmer has already. */
  isMoneyGone: boolean;
  isAllowed: boolean;
  takesTwo: boolean;
  seen: string;
};

export type Fitting = Pick<Choice, 'does' | 'input'> & Partial<Pick<Choice, 'isMoneyGone'>>;

export async function previewAll(
  tx: Database,
  fitting: readonly Fitting[],
  acting: Acting,
): Promise<Choice[]> {
  const choices = [];
  for (const { does, input, isMoneyGone = false } of fitting) {
    // Each choice has its operation's input, without what the page adds.
    const operation = operations[does] as unknown as Operation<typeof input>;
    const previewed = await preview(tx, operation, { input, ...acting });
    choices.push({ does, input, isMoneyGone, ...previewed });
  }
  return choices;
}

/** Lists, such as the lines of an order, are JSON. */
export function plainInput(input: unknown): Record<string, string | number | boolean> {
  if (typeof input !== 'object' || input === null) return {};
  const plain: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value;
    else if (Array.isArray(value)) plain[name] = JSON.stringify(value);
  }
  return plain;
}
