import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { secondsAfter } from '#server/clock.ts';
import { pick } from '#server/database.ts';
import {
  OPERATOR_IDLE_SECONDS,
  OPERATOR_SESSION_SECONDS,
  type OperatorRole,
} from '../rules/desk-input.ts';
import { operatorChallenges, operatorPasskeys, operatorSessions, operators } from './tables.ts';

const columns = pick(
  operators,
  'id name role displayName passwordHash totpSecret totpLastStep linkExpiresAt closedAt',
);

export const listOperators = (db: Database) =>
  db.select(columns).from(operators).orderBy(asc(operators.name)).limit(OPERATOR_LIST_MAX);

export const countOperators = (db: Database) => db.$count(operators, isNull(operators.closedAt));

export const countLeads = (db: Database) =>
  db.$count(operators, and(eq(operators.role, 'lead'), isNull(operators.closedAt)));

export async function findOperatorNamed(db: Database, name: string) {
  const [row] = await db.select(columns).from(operators).where(eq(operators.name, name));
  return row ?? null;
}

export async function findOperatorOfLink(db: Database, linkHash: string, now: Date) {
  const [row] = await db
    .select(columns)
    .from(operators)
    .where(
      and(
        eq(operators.linkHash, linkHash),
        gt(operators.linkExpiresAt, now),
        isNull(operators.closedAt),
      ),
    );
  return row ?? null;
}

export async function insertOperator(
  db: Database,
  operator: { name: string; role: OperatorRole; createdAt: Date },
) {
  const rows = await db
    .insert(operators)
    .values(operator)
    .onConflictDoNothing()
    .returning({ id: operators.id });
  return rows.length === 1;
}

export async function updateOperator(
  db: Database,
  id: number,
  change: Partial<typeof operators.$inferInsert>,
) {
  await db.update(operators).set(change).where(eq(operators.id, id));
}

type NewLink = { operatorId: number; expiresAt: Date; linkHash: string };

/** Null if the link was used or replaced, or the account is closed. */
export async function replaceLink(db: Database, { operatorId, expiresAt, linkHash }: NewLink) {
  const [row] = await db
    .update(operators)
    .set({ linkHash })
    .where(
      and(
        eq(operators.id, operatorId),
        eq(operators.linkExpiresAt, expiresAt),
        isNull(operators.closedAt),
      ),
    )
    .returning({ name: operators.name });
  return row ?? null;
}

export async function consumeLink(db: Database, linkHash: string, now: Date) {
  const rows = await db
    .update(operators)
    .set({ linkHash: null, linkExpiresAt: null })
    .where(and(eq(operators.linkHash, linkHash), gt(operators.linkExpiresAt, now)))
    .returning({ id: operators.id });
  return rows.length === 1;
}

type Code = { hash: string; step: number };

/** Accepts each code once, with the password that was checked. */
export async function consumeTotpStep(db: Database, id: number, { hash, step }: Code) {
  const rows = await db
    .update(operators)
    .set({ totpLastStep: step })
    .where(
      and(
        eq(operators.id, id),
        eq(operators.passwordHash, hash),
        sql`coalesce(${operators.totpLastStep}, 0) < ${step}`,
      ),
    )
    .returning({ id: operators.id });
  return rows.length === 1;
}

export async function insertPasskey(db: Database, passkey: typeof operatorPasskeys.$inferInsert) {
  await db.insert(operatorPasskeys).values(passkey);
}

export const listPasskeys = (db: Database, operatorId: number) =>
  db
    .select(pick(operatorPasskeys, 'credentialId device createdAt lastUsedAt'))
    .from(operatorPasskeys)
    .where(eq(operatorPasskeys.operatorId, operatorId))
    .orderBy(asc(operatorPasskeys.createdAt), asc(operatorPasskeys.credentialId));

export async function findPasskey(db: Database, credentialId: string) {
  const [row] = await db
    .select({
      operatorId: operatorPasskeys.operatorId,
      publicKey: operatorPasskeys.publicKey,
      name: operators.name,
      closedAt: operators.closedAt,
    })
    .from(operatorPasskeys)
    .innerJoin(operators, eq(operators.id, operatorPasskeys.operatorId))
    .where(eq(operatorPasskeys.credentialId, credentialId));
  return row ?? null;
}

export async function updatePasskeyUse(db: Database, credentialId: string, lastUsedAt: Date) {
  const rows = await db
    .update(operatorPasskeys)
    .set({ lastUsedAt })
    .where(eq(operatorPasskeys.credentialId, credentialId))
    .returning({ id: operatorPasskeys.credentialId });
  return rows.length === 1;
}

export async function endLogins(db: Database, id?: number) {
  const isOf = (column: AnyPgColumn) => (id === undefined ? undefined : eq(column, id));
  const voided = { passwordHash: null, totpSecret: null, linkHash: null };
  await db.update(operators).set(voided).where(isOf(operators.id));
  await db.delete(operatorPasskeys).where(isOf(operatorPasskeys.operatorId));
  await db.delete(operatorSessions).where(isOf(operatorSessions.operatorId));
}

export async function deletePasskeys(db: Database, operatorId: number) {
  await db.delete(operatorPasskeys).where(eq(operatorPasskeys.operatorId, operatorId));
}

export async function insertChallenge(
  db: Database,
  challenge: typeof operatorChallenges.$inferInsert,
) {
  const rows = await db
    .insert(operatorChallenges)
    .values(challenge)
    .onConflictDoNothing()
    .returning({ challenge: operatorChallenges.challenge });
  return rows.length > 0;
}

export async function takeChallenge(db: Database, challenge: string, now: Date) {
  const [row] = await db
    .delete(operatorChallenges)
    .where(and(eq(operatorChallenges.challenge, challenge), gt(operatorChallenges.expiresAt, now)))
    .returning({ operatorId: operatorChallenges.operatorId });
  return row ?? null;
}

export async function insertSession(db: Database, session: typeof operatorSessions.$inferInsert) {
  await db.insert(operatorSessions).values(session);
}

const isLive = (now: Date) =>
  and(
    gt(operatorSessions.createdAt, secondsAfter(now, -OPERATOR_SESSION_SECONDS)),
    gt(operatorSessions.lastUsedAt, secondsAfter(now, -OPERATOR_IDLE_SECONDS)),
  );

export async function findOperatorSession(db: Database, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      ...pick(operatorSessions, 'tokenHash device createdAt lastUsedAt'),
      operatorId: operators.id,
      ...pick(operators, 'name role displayName'),
    })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(eq(operatorSessions.tokenHash, tokenHash), isLive(now), isNull(operators.closedAt)));
  return row ?? null;
}

export async function updateSessionUse(db: Database, tokenHash: string, lastUsedAt: Date) {
  await db
    .update(operatorSessions)
    .set({ lastUsedAt })
    .where(
      and(eq(operatorSessions.tokenHash, tokenHash), lt(operatorSessions.lastUsedAt, lastUsedAt)),
    );
}

export async function deleteSession(db: Database, tokenHash: string) {
  await db.delete(operatorSessions).where(eq(operatorSessions.tokenHash, tokenHash));
}

export async function deleteSessionsOf(db: Database, operatorId: number) {
  await db.delete(operatorSessions).where(eq(operatorSessions.operatorId, operatorId));
}

export async function pruneEntries(db: Database, now: Date) {
  await db.delete(operatorChallenges).where(lt(operatorChallenges.expiresAt, now));
  await db
    .delete(operatorSessions)
    .where(lt(operatorSessions.createdAt, secondsAfter(now, -OPERATOR_SESSION_SECONDS)));
}
