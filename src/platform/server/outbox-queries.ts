import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { keepStatement, pick } from './database.ts';
import { outboxMessages } from './tables.ts';

export type OutboxRow = typeof outboxMessages.$inferInsert;

export async function insertMessages(db: Database, rows: OutboxRow[]) {
  if (rows.length > 0) await db.insert(outboxMessages).values(rows).execute();
}

type Lease = {
  kinds: { kind: string; lane: number; limit: number }[];
  now: Date;
  leasedUntil: Date;
};

type Leased = Pick<
  typeof outboxMessages.$inferSelect,
  'id' | 'kind' | 'payload' | 'attempts' | 'createdAt' | 'expiresAt'
>;

/**
 * The index finds the oldest of each kind, so a batch costs the same however many wait. Held
 * messages are never due.
 */
export async function leaseMessages(db: Database, { kinds, ...moments }: Lease) {
  const [row] = await leaseStatement(db, {
    kinds: kinds.map(({ kind }) => kind),
    lanes: kinds.map(({ lane }) => lane),
    limits: kinds.map(({ limit }) => limit),
    ...moments,
  });
  const messages: Leased[] = (row?.messages ?? []).map(({ createdAt, expiresAt, ...message }) => ({
    ...message,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  }));
  return { messages, dueAt: row?.dueAt ?? null };
}

type LeasedJson = Omit<Leased, 'createdAt' | 'expiresAt'> & {
  createdAt: string;
  expiresAt: string;
};

const leaseStatement = keepStatement((db) => {
  const [kinds, now] = [
    sql`${sql.placeholder('kinds')}::text[]`,
    sql`${sql.placeholder('now')}::timestamptz`,
  ];
  // A subquery could run once for each row.
  const due = db.$with('due', {}).as(sql`
    select id from (
      select oldest.id, most, row_number() over (partition by lane order by oldest.available_at, oldest.id) as place
        from unnest(${kinds}, ${sql.placeholder('lanes')}::int[], ${sql.placeholder('limits')}::int[]) as wanted (name, lane, most)
        cross join lateral (
          select id, available_at from ${outboxMessages}
            where kind = wanted.name and available_at <= ${now} and expires_at > ${now}
            order by available_at, id limit wanted.most for update skip locked
        ) oldest
    ) placed where place <= most`);
  const leased = db.$with('leased', {}).as(sql`
    update ${outboxMessages} set available_at = ${sql.placeholder('leasedUntil')}::timestamptz, attempts = attempts + 1
      where id in (select id from due)
    returning id, kind, payload, attempts, created_at as "createdAt", expires_at as "expiresAt"`);
  return db
    .with(due, leased)
    .select({
      messages: sql<LeasedJson[]>`(select coalesce(json_agg(leased), '[]') from leased)`,
      dueAt: sql`(
        select min(next.available_at) from unnest(${kinds}) as wanted (name) cross join lateral (
          select available_at from ${outboxMessages}
            where kind = wanted.name and available_at > ${now} and available_at < expires_at
            order by available_at limit 1
        ) next)`.mapWith((value: string): Date | null => new Date(value)),
    })
    .from(sql`(values (1)) as once`);
});

export async function deleteMessage(db: Database, id: number) {
  await deleteStatement(db, { id });
}

const deleteStatement = keepStatement((db) =>
  db.delete(outboxMessages).where(eq(outboxMessages.id, sql.placeholder('id'))),
);

export async function deleteExpiredMessages(db: Database, now: Date) {
  await deleteExpiredStatement(db, { now });
}

const deleteExpiredStatement = keepStatement((db) =>
  db.delete(outboxMessages).where(lte(outboxMessages.expiresAt, sql.placeholder('now'))),
);

export async function delayMessage(
  db: Database,
  { id, availableAt }: { id: number; availableAt: Date },
) {
  await db.update(outboxMessages).set({ availableAt }).where(eq(outboxMessages.id, id));
}

/** It is due when it expires, so it is never leased. */
export const holdMessage = (db: Database, { id, expiresAt }: { id: number; expiresAt: Date }) =>
  delayMessage(db, { id, availableAt: expiresAt });

type Held = {
  kinds: string[];
  now: Date;
  id?: number | undefined;
};

const isHeld = ({ kinds, now, id }: Held) =>
  and(
    inArray(outboxMessages.kind, kinds),
    eq(outboxMessages.availableAt, outboxMessages.expiresAt),
    gt(outboxMessages.expiresAt, now),
    id === undefined ? undefined : eq(outboxMessages.id, id),
  );

export async function listHeld(db: Database, { limit, ...held }: Held & { limit: number }) {
  return db
    .select(pick(outboxMessages, 'id kind payload createdAt expiresAt'))
    .from(outboxMessages)
    .where(isHeld(held))
    .orderBy(asc(outboxMessages.createdAt), asc(outboxMessages.id))
    .limit(limit);
}

export const countHeld = (db: Database, held: Held) => db.$count(outboxMessages, isHeld(held));

/** For what becomes due by other ways than a new message. */
export async function wakeOutbox(db: Database) {
  await db.select({ sent: sql`pg_notify('outbox_messages', '')` }).from(sql`(values (1)) as once`);
}

export async function releaseHeld(db: Database, held: Held) {
  await wakeOutbox(db);
  const rows = await db
    .update(outboxMessages)
    .set({ createdAt: held.now, availableAt: held.now })
    .where(isHeld(held))
    .returning({ id: outboxMessages.id });
  return rows.length;
}

export async function dropHeld(db: Database, held: Held) {
  const rows = await db
    .delete(outboxMessages)
    .where(isHeld(held))
    .returning({ id: outboxMessages.id });
  return rows.length;
}

export async function delayKinds(
  db: Database,
  { kinds, availableAt }: { kinds: string[]; availableAt: Date },
) {
  await db
    .update(outboxMessages)
    .set({ availableAt })
    .where(and(inArray(outboxMessages.kind, kinds), lt(outboxMessages.availableAt, availableAt)));
}

const KINDS_MAX = 100;

export async function countMessages(db: Database) {
  return db
    .select({ kind: outboxMessages.kind, number: sql<number>`count(*)::int` })
    .from(outboxMessages)
    .groupBy(outboxMessages.kind)
    .orderBy(asc(outboxMessages.kind))
    .limit(KINDS_MAX);
}
