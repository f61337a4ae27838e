import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { OPERATOR_REQUEST_SECONDS } from '#operator/rules/limits.ts';
import { operatorRequests } from '#operator/server/tables.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';

type NewRequest = Pick<
  typeof operatorRequests.$inferInsert,
  'operation' | 'input' | 'state' | 'requestedBy' | 'requestedAt'
>;

export async function insertRequest(tx: Database, request: NewRequest): Promise<number> {
  const [row] = await tx
    .insert(operatorRequests)
    .values(request)
    .returning({ id: operatorRequests.id });
  if (!row) throw new Error('the request was not stored');
  return row.id;
}

const columns = {
  id: operatorRequests.id,
  operation: operatorRequests.operation,
  input: operatorRequests.input,
  state: operatorRequests.state,
  requestedBy: operatorRequests.requestedBy,
  requestedAt: operatorRequests.requestedAt,
  decidedBy: operatorRequests.decidedBy,
  decision: operatorRequests.decision,
};

export async function lockRequest(tx: Database, id: number) {
  const [row] = await tx
    .select(columns)
    .from(operatorRequests)
    .where(eq(operatorRequests.id, id))
    .for('update');
  return row ?? null;
}

type Decided = { id: number; decision: 'approved' | 'declined'; decidedBy: string; now: Date };

export async function decideRequest(tx: Database, { id, decision, decidedBy, now }: Decided) {
  await tx
    .update(operatorRequests)
    .set({ decision, decidedBy, decidedAt: now })
    .where(and(eq(operatorRequests.id, id), isNull(operatorRequests.decision)));
}

/** Oldest first. By requested_at. */
export const listOpenRequests = (db: Database, now: Date) =>
  db
    .select(columns)
    .from(operatorRequests)
    .where(
      and(
        isNull(operatorRequests.decision),
        gt(operatorRequests.requestedAt, secondsAfter(now, -OPERATOR_REQUEST_SECONDS)),
      ),
    )
    .orderBy(asc(operatorRequests.requestedAt), asc(operatorRequests.id))
    .limit(OPERATOR_LIST_MAX);
