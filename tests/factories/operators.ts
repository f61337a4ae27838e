import type { OperatorRole } from '#features/operator/rules/operator-roles.ts';
import { openOperatorSession } from '#features/operator/server/entry/sessions.ts';
import { findOperatorNamed, insertOperator } from '#features/operator/server/people/queries.ts';
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

export async function requestOf(asking: Promise<{ outcome: string; requestId?: number }>) {
  const { outcome, requestId } = await asking;
  if (requestId === undefined) throw new Error(`It was not requested but ${outcome}`);
  return requestId;
}
