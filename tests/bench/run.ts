import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/*
 * `npm run bench`: every benchmark one after the other, or those that are named: npm run bench accounts places. They print
 * figures and assert nothing. TEST_DATABASE_URL names a PostgreSQL server whose role may create databases; without it they
 * start one of their own from TEST_POSTGRES_BIN.
 */
const parts = ['accounts', 'places', 'catalogue', 'photos', 'orders'];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0) throw new Error(`No benchmark is called ${unknown.join(', ')}; there are ${parts.join(', ')}.`);

const env = { TEST_POSTGRES_BIN: '/usr/lib/postgresql/15/bin', ...process.env };
for (const part of wanted.length > 0 ? wanted : parts) {
  console.log(`\n${part}`);
  const file = fileURLToPath(new URL(`${part}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
