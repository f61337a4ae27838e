import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { enablePayouts } from '#operator/server/operations/outgoing-operations.ts';
import { perform } from '#operator/server/operations/perform.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { sendPayouts } from '#orders/server/payments/payment-clock.ts';
import { findPayout } from '#orders/server/payments/payout-queries.ts';
import { payouts, payoutTries } from '#orders/server/payments/tables.ts';
import { conversationIdOf } from '#orders/server/payments/take-payout.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import type { Connection } from '#server/database.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { findStanding } from '#server/db/live-database-queries.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { rememberLiveDatabase } from '#server/live-database.ts';
import { liveDatabase } from '#server/tables.ts';
import { dropDatabase } from '#tests/setup/database/drop-database.ts';
import {
  advance,
  codeOf,
  db,
  earned,
  givenShop,
  isOnPostgres,
  logged,
  market,
  mpesa,
  report,
  services,
  shop,
} from '#tests/setup/in-market.ts';
import { databaseUrl } from '#tests/setup/postgres-template.ts';
import { testDatabaseUrl } from '#tests/setup/test-database.ts';

const mayPayOut = async (db: Database) => (await findStanding(db)).paysOut;

const enable = (db: Database) =>
  perform(db, enablePayouts, {
    input: {},
    person: { name: 'juma', role: 'lead', device: 'Chrome, Android' },
    services,
  });

givenShop();

test('every process computes the same id for a payout’s attempt, and another for the next attempt', async () => {
  await earned();
  const [due] = await db.select({ id: payouts.id }).from(payouts);
  const payout = await findPayout(db, due?.id ?? 0);
  const [order] = await db.select().from(orders);
  if (!payout || !order) throw new Error('There is no payout');
  const id = conversationIdOf(order, payout);
  expect(conversationIdOf(order, { ...payout, failedTries: 1 })).not.toBe(id);
  const secret = 'another secret of more than thirty-two characters';
  await sendPayouts(db, { ...services, secret });
  expect(mpesa.mpesa.payouts).toMatchObject([{ originatorConversationId: id }]);
});

test('an order that is completed again on a restored database is paid out once', async () => {
  const { db, services } = market;
  const orderId = await earned();
  expect(await sendPayouts(db, services)).toBe(1);
  await mpesa.workThrough();
  // The backup is older than the handover.
  await db.delete(payoutTries);
  await db.delete(payouts);
  await db.update(orders).set({ status: 'dispatched', completedAt: null });
  advance(HOUR_SECONDS);
  await shop.asFarmer.orders.complete({ orderId, handoverCode: codeOf(orderId) });
  expect(await sendPayouts(db, services)).toBe(1);
  expect(mpesa.mpesa.payouts).toHaveLength(1);
  advance(HOUR_SECONDS);
  await mpesa.round();
  expect(await db.select({ status: payouts.status }).from(payouts)).toEqual([{ status: 'paid' }]);
});

test('a database that is not the enabled one pays nothing until the operator enables it', async () => {
  await earned();
  await db.update(liveDatabase).set({ identity: '1/00000001/1' });
  expect(await sendPayouts(db, services)).toBe(0);
  await rememberLiveDatabase(db, services);
  expect(logged.join('\n')).toContain('pays out nothing');
  await enable(db);
  await expect(enable(db)).rejects.toThrow('DESK_REFUSED');
  expect(await sendPayouts(db, services)).toBe(1);
  expect(mpesa.mpesa.payouts).toHaveLength(1);
});

test('a database of the previous version keeps paying if its users signed up one by one', async () => {
  await earned();
  await db.delete(liveDatabase);
  expect(await mayPayOut(db)).toBe(false);
  await rememberLiveDatabase(db, services);
  expect(await mayPayOut(db)).toBe(true);
});

describe.runIf(isOnPostgres)('on Postgres', () => {
  const bin = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';
  const run = (program: string, options: string[], input?: Buffer) =>
    execFileSync(join(bin, program), options, {
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 1e9,
    });
  const copies = ['restored', 'cloned'].map((name) => `sokoshamba_${name}_${process.pid}`);
  const [restored = '', cloned = ''] = copies;
  const admin = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  const urlOf = (name: string) => databaseUrl(testDatabaseUrl(), name);
  const create = async (name: string, template = 'template1') => {
    await dropDatabase(admin, name);
    await admin.unsafe(`create database ${name} template ${template}`);
  };
  const restore = (dump: Buffer, name: string) => run('psql', ['-q', '-d', urlOf(name)], dump);
  async function opened<T>(name: string, work: (connection: Connection) => Promise<T>) {
    const pools = { queries: 2, transactions: 2 };
    const connection = await connectPostgres(urlOf(name), { pools });
    try {
      await rememberLiveDatabase(connection.db, services);
      return await work(connection);
    } finally {
      await connection.close();
    }
  }
  afterAll(async () => {
    for (const name of copies) await dropDatabase(admin, name);
    await admin.end();
  });

  test('restored elsewhere, over the original or cloned within the server: nothing is sent before it is enabled', async () => {
    await earned();
    const original = new URL(testDatabaseUrl()).pathname.slice(1);
    await create(restored);
    restore(run('pg_dump', ['--no-owner', urlOf(original)]), restored);
    const before = await opened(restored, async ({ db }) => {
      const sent = await sendPayouts(db, services);
      await enable(db);
      return sent;
    });
    expect(before).toBe(0);
    // Another server on it, and its restart, pay; a clone does not.
    expect(await opened(restored, ({ db }) => mayPayOut(db))).toBe(true);
    await create(cloned, restored);
    expect(await opened(cloned, ({ db }) => sendPayouts(db, services))).toBe(0);
    // Restored in place, the database keeps its OID; its rows are new.
    restore(run('pg_dump', ['--no-owner', '--clean', '--if-exists', urlOf(restored)]), restored);
    expect(await opened(restored, ({ db }) => sendPayouts(db, services))).toBe(0);
    expect(mpesa.mpesa.payouts).toHaveLength(0);
    // A dump of the previous version names no database.
    const isPaying = await opened(restored, async ({ db }) => {
      await db.delete(liveDatabase);
      await rememberLiveDatabase(db, services);
      return mayPayOut(db);
    });
    expect(isPaying).toBe(false);
    expect(await sendPayouts(db, services)).toBe(1);
    // Even if both are enabled, M-Pesa takes the payout once.
    const sentTwice = await opened(restored, async ({ db }) => {
      await enable(db);
      return sendPayouts(db, services);
    });
    expect([sentTwice, mpesa.mpesa.payouts.length]).toEqual([1, 1]);
    report('D58', 'a dump, a clone and a restore in place: 0 payouts before it is enabled');
  });
});

test.runIf(!isOnPostgres)(
  'a copied folder of the embedded database pays nothing until it is enabled',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soko-paying-'));
    const [first, copy] = [join(folder, 'first'), join(folder, 'copy')];
    const opened = async (path: string, work = async (_: Database) => {}) => {
      const connection = await openEmbedded(path);
      await rememberLiveDatabase(connection.db, services);
      await work(connection.db);
      const isPaying = await mayPayOut(connection.db);
      await connection.close();
      return isPaying;
    };
    expect([await opened(first), await opened(first)]).toEqual([true, true]);
    cpSync(first, copy, { recursive: true });
    expect([await opened(copy), await opened(first)]).toEqual([false, true]);
    expect(await opened(copy, async (db) => void (await enable(db)))).toBe(true);
    rmSync(folder, { recursive: true, force: true });
    report('D58', 'a copied folder of the embedded database: 0 payouts before it is enabled');
  },
);
