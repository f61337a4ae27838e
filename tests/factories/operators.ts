import { asc, eq } from 'drizzle-orm';
import type { OperatorRole } from '#operator/rules/desk-input.ts';
import { openOperatorSession } from '#operator/server/log-in.ts';
import type { operations } from '#operator/server/operations/all-operations.ts';
import type { Operation } from '#operator/server/operations/operation.ts';
import { findOperatorNamed, insertOperator } from '#operator/server/operator-queries.ts';
import { runCommand } from '#operator/server/run-command.ts';
import { operatorActions } from '#operator/server/tables.ts';
import { AppError, errorText } from '#server/app-error.ts';
import type { Market } from '#tests/setup/market.ts';

export async function makeOperator(
  { db, services }: Market,
  { name = 'amina', role = 'lead' }: { name?: string; role?: OperatorRole } = {},
) {
  const now = services.clock();
  await insertOperator(db, { name, role, createdAt: now });
  const operator = await findOperatorNamed(db, name);
  if (!operator) throw new Error(`${name} has no account`);
  const session = { operatorId: operator.id, device: 'Chrome, Android' };
  return { id: operator.id, name, role, token: await openOperatorSession(db, session, now) };
}

export const deskOf = async (market: Market, name = 'juma') =>
  market.caller(await makeOperator(market, { name })).desk;

export type Does = keyof typeof operations;
export type InputOf<Of extends Does> =
  (typeof operations)[Of] extends Operation<infer Input> ? Input : never;
type Performed = { outcome: 'done'; said: string } | { outcome: 'requested'; requestId: number };

export async function operateIn<Of extends Does>(market: Market, does: Of, input: InputOf<Of>) {
  const { do: procedures } = await deskOf(market);
  // A cast: the procedure of an operation takes its input.
  const procedure = procedures[does] as (asked: { input: InputOf<Of> }) => Promise<Performed>;
  const performed = await procedure({ input });
  if (performed.outcome === 'done') return performed.said;
  return (await (await deskOf(market, 'neema')).requests.approve(performed)).said;
}

export async function refusalText(calling: Promise<unknown>): Promise<string> {
  const error = await calling.catch((thrown: Error) => thrown);
  if (error instanceof Error && error.cause instanceof AppError)
    return errorText(error.cause, 'en');
  throw new Error(`It was not refused: ${error}`);
}

export const command = (market: Market, ...words: string[]) =>
  runCommand(market.db, { operator: 'juma', arguments: words }, market.services);

export const doneActions = ({ db }: Market) =>
  db
    .select({
      operator: operatorActions.operator,
      action: operatorActions.action,
      details: operatorActions.details,
    })
    .from(operatorActions)
    .where(eq(operatorActions.outcome, 'done'))
    .orderBy(asc(operatorActions.id));

export async function requestOf(asking: Promise<{ outcome: string; requestId?: number }>) {
  const { outcome, requestId } = await asking;
  if (requestId === undefined) throw new Error(`It was not requested but ${outcome}`);
  return requestId;
}
