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
