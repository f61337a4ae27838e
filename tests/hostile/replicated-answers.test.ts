import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import type { Connection } from '#platform/server/db/database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeMarket, TEST_SECRET } from '#tests/setup/market.ts';
import { killAll, startServerChild } from '#tests/setup/processes/children.ts';
import {
  canStartPostgres,
  type OwnPostgres,
  startOwnPostgres,
  startStandby,
} from '#tests/setup/processes/own-postgres.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import {
  cardsNow,
  changeOne,
  dataOf,
  listOf,
  makeProducts,
  pathOf,
} from './parts/changing-lists.ts';

/** The replica applies every transaction this much later than the primary. */
const DELAY_MILLISECONDS = 250;
const ROUNDS = 80;

const read = async (port: string | undefined, path: string) =>
  dataOf(await (await fetch(`http://127.0.0.1:${port}${path}`)).text());
let question = 0;
/** A query that is not in any cache: it has a field that the procedure does not know. */
const isNew = (path: string) => `${path}&question=${question++}`;

describe.runIf(isOnPostgres && canStartPostgres)(
  'E76: two servers that read the catalogue from a replica',
  () => {
    let primary: OwnPostgres;
    let replica: OwnPostgres;
    let connection: Connection;
    beforeAll(async () => {
      primary = await startOwnPostgres();
      replica = await startStandby(primary, [`recovery_min_apply_delay=${DELAY_MILLISECONDS}`]);
      connection = await connectPostgres(primary.url);
    });
    afterAll(async () => {
      await killAll();
      await connection?.close();
      await replica?.remove();
      await primary?.remove();
    });

    const readsOfReplica = async () => {
      const [row] = await replica.askAdmin(
        `select coalesce(sum(seq_scan + idx_scan), 0)::int as scans from pg_stat_user_tables where relname = 'products'`,
        'sokoshamba',
      );
      return Number(row?.scans);
    };
    const isReplicaRead = async (port: string | undefined, path: string) => {
      const before = await readsOfReplica();
      const readAgain = async () => {
        await read(port, isNew(path));
        return readsOfReplica();
      };
      await expect.poll(readAgain, { timeout: 20_000, interval: 100 }).toBeGreaterThan(before);
    };

    test('the writer reads a change at once and others within two seconds, never the old state again, although the replica lags', {
      timeout: 240_000,
    }, async () => {
      const market = await makeMarket(connection);
      market.services.clock = () => new Date();
      const farm = await makeFarm(market);
      const ids = await makeProducts(market, farm, 4);
      const settings = {
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URLS: replica.url,
        APP_SECRET: TEST_SECRET,
        READS_PER_SECOND: '100000',
      };
      const servers = [startServerChild(settings), startServerChild(settings)];
      const ports = (await Promise.all(servers)).map(({ word }) => word);
      let slowest = 0;
      const before = await readsOfReplica();
      for (let round = 0; round < ROUNDS; round++) {
        const input = listOf(round);
        const path = pathOf('market.products', input);
        await Promise.all(ports.map((port) => read(port, path)));
        if (round % 3 === 0) await isReplicaRead(ports[0], path);
        const writer = ports[round % 2];
        const isEdited = await changeOne(
          { db: connection.db, token: farm.token, ids, round },
          (request) => fetch(`http://127.0.0.1:${writer}/trpc/farmer.products.edit`, request),
        );
        if (isEdited) {
          const now = await cardsNow(connection.db, input, market.services);
          expect(await read(writer, path)).toEqual(now);
          expect(await read(writer, isNew(path))).toEqual(now);
        }
        const now = await cardsNow(connection.db, input, market.services);
        const changedAt = performance.now();
        for (const port of ports)
          await expect.poll(() => read(port, path), { timeout: 2000, interval: 2 }).toEqual(now);
        slowest = Math.max(slowest, performance.now() - changedAt);
        // The replica catches up meanwhile; neither before nor after does anybody get the old
        // state.
        for (
          const until = performance.now() + 1.2 * DELAY_MILLISECONDS;
          performance.now() < until;
        ) {
          const answers = await Promise.all(
            ports.flatMap((port) => [read(port, path), read(port, isNew(path))]),
          );
          for (const answer of answers) expect(answer).toEqual(now);
        }
      }
      const there = (await readsOfReplica()) - before;
      expect(there).toBeGreaterThan(ROUNDS / 3);
      report(
        'E76',
        `${ROUNDS} random changes in two servers, with a replica that is ${DELAY_MILLISECONDS} ms late: each read at once where it was made, elsewhere after ${Math.ceil(slowest)} ms at most, and never unread again`,
      );
    });
  },
);
