import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startOperator } from '#features/operator/server/start-operator.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { countRows } from '#tests/setup/rows.ts';

const LINES = 2000;

test('a file of market prices is sent through the operator’s socket in parts, and lines keep their numbers', async () => {
  const market = await makeMarket();
  const folder = mkdtempSync(join(tmpdir(), 'prices-'));
  const operator = await startOperator(market.db, {
    folder,
    operators: [],
    services: market.services,
  });
  const take = (file: string) =>
    promisify(execFile)(process.execPath, ['src/tooling/operator.mjs', 'prices', 'import', file], {
      env: { ...process.env, DATA_DIR: folder },
    });
  try {
    const file = join(folder, 'kamis.csv');
    const rows = Array.from({ length: LINES }, (_, at) => {
      const retail = at === LINES - 1 ? '4500/90 kg bag' : '70.00/Kg';
      return `Tomatoes,Market ${at},55.00/Kg,${retail},Nairobi,2026-03-01`;
    });
    writeFileSync(file, ['Commodity,Market,Wholesale,Retail,County,Date', ...rows].join('\r\n'));
    const { stdout } = await take(file);
    expect(stdout).toContain(`line ${LINES + 1}: "4500/90 kg bag" is no price of a kilogram`);
    expect(await countRows(market.db, 'reference_prices')).toBe(LINES - 1);
    await take(file);
    expect(await countRows(market.db, 'reference_prices')).toBe(LINES - 1);

    await expect(take(join(folder, 'none.csv'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Which file?'),
    });
  } finally {
    await operator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
