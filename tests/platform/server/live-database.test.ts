import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { requestCode } from '#accounts/server/request-code.ts';
import { startServices } from '#app/server/start-services.ts';
import { countOutgoing } from '#notifications/server/send-sms.ts';
import { runCommand } from '#operator/server/run-command.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { paymentCallback } from '#orders/server/payments/payment-callbacks.ts';
import { readSettings } from '#server/config.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { findStanding } from '#server/db/live-database-queries.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { rememberLiveDatabase, watchLiveDatabase } from '#server/live-database.ts';
import { createLog } from '#server/log.ts';
import { putInOutbox } from '#server/outbox.ts';
import { outboxMessages } from '#server/tables.ts';
import { dropDatabase } from '#tests/setup/database/drop-database.ts';
import { leaveWaiting, type Outside, openOutside } from '#tests/setup/outside.ts';
import { databaseUrl } from '#tests/setup/postgres-template.ts';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { emptyTestDatabase, isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const POLL = { timeout: 30_000, interval: 50 };
const silent = createLog('silent');
const quiet = { APP_SECRET: 'x'.repeat(40), LOG_LEVEL: 'silent' };
const now = () => new Date();

async function roundsOf(db: Database) {
  for (const callbackId of [1_000_001, 1_000_002]) {
    await putInOutbox(db, paymentCallback({ callbackId }), now());
    const isHandled = async () =>
      (await db.$count(outboxMessages, eq(outboxMessages.kind, 'paymentCallback'))) === 0;
    await expect.poll(isHandled, POLL).toBe(true);
  }
}

const statusOfOrder = async (db: Database) =>
  (await db.select({ status: orders.status }).from(orders))[0]?.status;

describe('a copy of the database writes to nobody (D58)', () => {
  let outside: Outside;
  let folder: string;
  let begunAt: Date;
  let codesAsked = 0;
  beforeEach(async () => {
    begunAt = now();
    outside = await openOutside();
    folder = mkdtempSync(join(tmpdir(), 'soko-live-'));
  });
  afterEach(async () => {
    await outside.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const askForCode = (db: Database, services: Services) => {
    const caller = {
      user: null,
      language: 'en',
      clientAddress: '10.0.0.1',
      device: '',
      session: async () => null,
    } as const;
    const asked = { email: `new${++codesAsked}@duka.example`, purpose: 'signup' } as const;
    return outcomeOf(requestCode({ ...services, ...caller, db }, asked));
  };

  async function runCopy(settings: Record<string, string>) {
    let server = await startServices(readSettings(settings), silent);
    try {
      const { db } = server.connection;
      // The original's file is copied with it, or else all sessions and their pushes end.
      await server.services.endedAccess.begin(begunAt);
      await roundsOf(db);
      expect(await askForCode(db, server.services)).toBe('CODE_MAIL_FAILED');
      expect(await outside.sent()).toEqual({ mails: 0, sms: 0, pushes: 0 });
      expect(await statusOfOrder(db)).toBe('pending');
      const enable = async () => {
        const asked = { operator: 'juma', arguments: ['outgoing', 'enable'] };
        return (await runCommand(server.connection.db, asked, server.services)).text;
      };
      const { letters, sms, notifications } = await countOutgoing(db, server.services);
      expect([letters > 0, sms, notifications > 0]).toEqual([true, 1, true]);
      expect(await enable()).toContain('is now live');
      await expect
        .poll(async () => Object.values(await outside.sent()).every((count) => count > 0), POLL)
        .toBe(true);
      await server.stop();
      server = await startServices(readSettings(settings), silent);
      await expect.poll(() => statusOfOrder(server.connection.db), POLL).toBe('expired');
      expect(await enable()).toContain('already');
      expect(await findStanding(server.connection.db)).toEqual({ isLive: true, paysOut: false });
      expect(await askForCode(server.connection.db, server.services)).toBe('accepted');
    } finally {
      await server.stop();
    }
  }

  test.runIf(!isOnPostgres)('a folder that was copied', { timeout: 180_000 }, async () => {
    const [first, copy] = [join(folder, 'first'), join(folder, 'copy')];
    const connection = await openEmbedded(first);
    await leaveWaiting(connection, outside);
    await connection.close();
    cpSync(first, copy, { recursive: true });
    await runCopy({ ...outside.settings, DATA_DIR: copy });
  });

  test.runIf(!isOnPostgres)('a folder whose contents were restored in place', async () => {
    const settings = { ...quiet, DATA_DIR: join(folder, 'data') };
    const [database, backup] = [join(folder, 'data', 'db'), join(folder, 'backup')];
    const standingOf = async () => {
      const { connection, services, stop } = await startServices(readSettings(settings), silent);
      const standing = await findStanding(connection.db);
      expect(await askForCode(connection.db, services)).toBe('accepted');
      await stop();
      return standing;
    };
    expect(await standingOf()).toEqual({ isLive: true, paysOut: true });
    cpSync(database, backup, { recursive: true });
    for (const name of readdirSync(database)) rmSync(join(database, name), { recursive: true });
    execFileSync('cp', ['-a', `${backup}/.`, database]);
    expect((await standingOf()).isLive).toBe(false);
  });

  test.runIf(isOnPostgres)(
    'a dump that was restored in a second database',
    { timeout: 180_000 },
    async () => {
      const name = `sokoshamba_held_${process.pid}`;
      const admin = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
      const connection = await emptyTestDatabase();
      const bin = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';
      try {
        await leaveWaiting(connection, outside);
        await dropDatabase(admin, name);
        await admin.unsafe(`create database ${name}`);
        const dump = execFileSync(join(bin, 'pg_dump'), ['--no-owner', testDatabaseUrl()], {
          maxBuffer: 1e9,
        });
        const url = databaseUrl(testDatabaseUrl(), name);
        execFileSync(join(bin, 'psql'), ['-q', '-d', url], {
          input: dump,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        await runCopy({ ...outside.settings, DATA_DIR: folder, DATABASE_URL: url });
      } finally {
        await dropDatabase(admin, name);
        await admin.end();
      }
    },
  );

  test.runIf(isOnPostgres && canStartPostgres)(
    'E77: a server that was connected before a failover reconnects and goes on, one that starts later waits',
    { timeout: 120_000 },
    async () => {
      const database = await startOwnPostgres();
      const connection = await connectPostgres(database.url);
      try {
        await rememberLiveDatabase(connection.db, { clock: now, log: silent });
        const before = watchLiveDatabase(connection.db, { clock: now, log: silent });
        expect(await before.isLive()).toBe(true);
        await database.failOver();
        await expect.poll(() => connection.ping().then(() => 'back', String), POLL).toBe('back');
        const started = watchLiveDatabase(connection.db, { clock: now, log: silent });
        expect(await started.isLive()).toBe(false);
        const followed = async () => (await before.isLive()) && findStanding(connection.db);
        await expect.poll(followed, POLL).toEqual({ isLive: true, paysOut: false });
        await expect.poll(() => started.isLive(), POLL).toBe(true);
      } finally {
        await connection.close();
        await database.remove();
      }
    },
  );
});
