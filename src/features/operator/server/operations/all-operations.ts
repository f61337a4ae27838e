import * as accounts from './account-operations.ts';
import * as farms from './farm-operations.ts';
import * as lots from './lot-operations.ts';
import * as money from './money-operations.ts';
import * as numbers from './number-operations.ts';
import type { Operation } from './operation.ts';
import * as orders from './order-operations.ts';
import * as outgoing from './outgoing-operations.ts';
import * as payouts from './payout-operations.ts';
import * as people from './people-operations.ts';
import * as prices from './price-operations.ts';
import * as reports from './report-operations.ts';
import * as statements from './statement-operations.ts';

export const operations = {
  ...orders,
  ...lots,
  ...money,
  ...payouts,
  ...outgoing,
  ...accounts,
  ...numbers,
  ...farms,
  ...reports,
  ...prices,
  ...statements,
  ...people,
};

export const operationsByName: ReadonlyMap<string, Operation<never>> = new Map(
  Object.values(operations).map((operation) => [operation.name, operation as Operation<never>]),
);

/** Null for an operation that a newer version stored. */
export const procedureOf = (name: string) =>
  names.find((procedure) => operations[procedure].name === name) ?? null;

// `Object.keys` forgets the names.
const names = Object.keys(operations) as (keyof typeof operations)[];
