/*
 * The log is a chain: each row's hash covers the row and the hash before it, and
 * `operator_log_head` holds the number of rows and the last hash. A changed, removed, added or
 * reordered row does not fit. Published heads (published-log.ts) reveal a rewritten head.
 * PostgreSQL computes the hashes, because its text of a jsonb value is the same for equal values.
 */

import { and, asc, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { secondsAfter } from '#server/clock.ts';
import { pick } from '#server/database.ts';
import { OPERATOR_REQUEST_SECONDS } from '../rules/desk-input.ts';
import { operatorActions, operatorLogHead, operatorRequests } from './tables.ts';

const ONLY_ROW = 1;
const FIRST_HASH = '';

const hashAfter = (previous: unknown) => sql<string>`encode(sha256(convert_to(jsonb_build_array(
  ${previous}::text, ${operatorActions.id}, ${operatorActions.operator}, ${operatorActions.action},
  ${operatorActions.outcome}, ${operatorActions.details}, ${operatorActions.before}, ${operatorActions.after},
  ${operatorActions.device}, extract(epoch from ${operatorActions.happenedAt}))::text, 'UTF8')), 'hex')`;

type NewAction = Omit<typeof operatorActions.$inferInsert, 'id' | 'hash'>;

/** Rows from before the chain was introduced join it first. */
export async function appendAction(tx: Database, action: NewAction) {
  const head = await lockHead(tx);
  const [added] = await tx
    .insert(operatorActions)
    .values(action)
    .returning({ id: operatorActions.id });
  const ids = head.rows === 0 ? await listUnchained(tx) : added ? [added] : [];
  let { hash } = head;
  for (const { id } of ids) {
    const [chained] = await tx
      .update(operatorActions)
      .set({ hash: hashAfter(hash) })
      .where(eq(operatorActions.id, id))
      .returning({ hash: operatorActions.hash });
    hash = chained?.hash ?? hash;
  }
  await tx
    .update(operatorLogHead)
    .set({ rows: head.rows + ids.length, hash })
    .where(eq(operatorLogHead.id, ONLY_ROW));
}

const listUnchained = (tx: Database) =>
  tx
    .select({ id: operatorActions.id })
    .from(operatorActions)
    .where(isNull(operatorActions.hash))
    .orderBy(asc(operatorActions.id));

export async function lockHead(tx: Database) {
  await tx
    .insert(operatorLogHead)
    .values({ id: ONLY_ROW, rows: 0, hash: FIRST_HASH })
    .onConflictDoNothing();
  const [head] = await selectHead(tx).for('update');
  if (!head) throw new Error('the log has no head');
  return head;
}

/** Counts only work that the operator did alone. By operator_actions_moved. */
export async function sumMoved(
  db: Database,
  { operator, since }: { operator: string; since: Date },
) {
  const movedCents = sql`${operatorActions.details} -> 'movedCents'`;
  const [row] = await db
    .select({ cents: sql`coalesce(sum((${movedCents})::bigint), 0)`.mapWith(Number) })
    .from(operatorActions)
    .where(
      and(
        sql`${movedCents} is not null`,
        gte(operatorActions.happenedAt, since),
        eq(sql`lower(${operatorActions.operator})`, operator.toLowerCase()),
      ),
    );
  return row?.cents ?? 0;
}

export async function findHead(db: Database) {
  const [head] = await selectHead(db);
  return head ?? null;
}

/** Nothing joins the log until the transaction ends. */
export async function holdHead(tx: Database) {
  const [head] = await selectHead(tx).for('share');
  return head ?? null;
}

const selectHead = (db: Database) =>
  db
    .select({ rows: operatorLogHead.rows, hash: operatorLogHead.hash })
    .from(operatorLogHead)
    .where(eq(operatorLogHead.id, ONLY_ROW));

export async function claimPublishing(tx: Database, today: Day) {
  const rows = await tx
    .update(operatorLogHead)
    .set({ publishedOn: today })
    .where(
      and(
        eq(operatorLogHead.id, ONLY_ROW),
        or(isNull(operatorLogHead.publishedOn), lt(operatorLogHead.publishedOn, today)),
      ),
    )
    .returning({ id: operatorLogHead.id });
  return rows.length === 1;
}

export async function checkChain(db: Database) {
  const previous = sql`lag(${operatorActions.hash}, 1, '') over (order by ${operatorActions.id})`;
  const rows = db
    .select({
      id: operatorActions.id,
      hash: operatorActions.hash,
      isRight: sql<boolean>`coalesce(${operatorActions.hash} = ${hashAfter(previous)}, false)`.as(
        'is_right',
      ),
    })
    .from(operatorActions)
    .as('chain');
  const [found] = await db
    .select({
      rows: sql<number>`count(*)::int`,
      lastHash: sql<string>`coalesce((array_agg(${rows.hash} order by ${rows.id} desc))[1], '')`,
      firstWrong: sql<number | null>`min(${rows.id}) filter (where not ${rows.isRight})`,
    })
    .from(rows);
  return found ?? { rows: 0, lastHash: FIRST_HASH, firstWrong: null };
}

export async function hashOfRow(db: Database, number: number) {
  const [row] = await db
    .select({ hash: operatorActions.hash })
    .from(operatorActions)
    .orderBy(asc(operatorActions.id))
    .offset(number - 1)
    .limit(1);
  return row?.hash ?? null;
}

const isBefore = (id: number | null) => (id === null ? undefined : lt(operatorActions.id, id));

export const listActions = (db: Database, beforeId: number | null) =>
  db
    .select(
      pick(operatorActions, 'id operator action outcome details before after device happenedAt'),
    )
    .from(operatorActions)
    .where(isBefore(beforeId))
    .orderBy(desc(operatorActions.id))
    .limit(OPERATOR_LIST_MAX);

type NewRequest = Pick<
  typeof operatorRequests.$inferInsert,
  'operation' | 'input' | 'state' | 'requestedBy' | 'requestedAt'
>;

export async function insertRequest(tx: Database, request: NewRequest) {
  const [row] = await tx
    .insert(operatorRequests)
    .values(request)
    .returning({ id: operatorRequests.id });
  if (!row) throw new Error('the request was not stored');
  return row.id;
}

const columns = pick(
  operatorRequests,
  'id operation input state requestedBy requestedAt decidedBy decision',
);

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
