import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PHOTO_FILE_MAX_BYTES } from '#platform/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { beginHeaders } from '#tests/factories/parts.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { loadedTrees } from './parts/loaded-trees.ts';
import { startServerProcess } from './parts/server-process.ts';

const FARMERS = 3;
const MEGABYTE = 1024 * 1024;
/**
 * The limits of the photo folder (20 MB per farmer), and of the database's growth: rows and their
 * WAL.
 */
const FOLDER_MAX_MEGABYTES = FARMERS * 20;
const DATABASE_MAX_MEGABYTES = 5;

describe.runIf(isOnPostgres)('E125: uploads that are never finished', () => {
  describe.each(loadedTrees)('$label', (tree) => {
    let market: Market;
    let server: Awaited<ReturnType<typeof startServerProcess>>;
    beforeEach(async () => {
      market = await makeMarket();
      market.services.clock = () => new Date();
      server = await startServerProcess({}, tree);
    }, 60_000);
    afterEach(() => server?.stop());

    const databaseMegabytes = async () => {
      const [row] = await rowsOf<{ bytes: number }>(
        market.db,
        sql`select pg_database_size(current_database())::float8 as bytes`,
      );
      return Number(row?.bytes) / MEGABYTE;
    };
    const folderMegabytes = () =>
      Number(execFileSync('du', ['-sm', server.folder]).toString().split('\t')[0]);

    async function sendUnfinished(token: string): Promise<number[]> {
      // Incompressible, like a photo.
      const part = randomBytes(PHOTO_FILE_MAX_BYTES / 2 - 1);
      const statuses: number[] = [];
      do {
        const headers = {
          ...beginHeaders({ length: part.length + 1, part }),
          authorization: `Bearer ${token}`,
        };
        const answer = await fetch(`${server.url}/api/farmer/uploads`, {
          method: 'POST',
          headers,
          body: part,
        });
        await answer.body?.cancel();
        statuses.push(answer.status);
      } while (statuses.at(-1) === 201);
      return statuses;
    }

    test(`of ${FARMERS} farmers without a product do not fill the database`, {
      timeout: 600_000,
    }, async () => {
      const farms = await Promise.all(Array.from({ length: FARMERS }, () => makeFarm(market)));
      const [database, folder] = [await databaseMegabytes(), folderMegabytes()];
      const startedAt = performance.now();
      const statuses = (await Promise.all(farms.map(({ token }) => sendUnfinished(token)))).flat();
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const grown = {
        database: Math.round((await databaseMegabytes()) - database),
        folder: folderMegabytes() - folder,
      };
      const begun = statuses.filter((status) => status === 201).length;
      report(
        'E125',
        `${tree.label}${FARMERS} farmers without a product, ${begun} uploads in ${seconds} s until refused: the database grew by ${grown.database} MB, the photo folder by ${grown.folder} MB`,
      );
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      if (!tree.isBound) return;
      expect(grown.database).toBeLessThan(DATABASE_MAX_MEGABYTES);
      expect(grown.folder).toBeLessThanOrEqual(FOLDER_MAX_MEGABYTES + 1);
    });
  });
});
