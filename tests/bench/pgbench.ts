import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figures, figuresOf, type Load } from './measure.ts';

const MICROSECONDS_PER_MILLISECOND = 1000;

export function runPgbench(
  url: string,
  scripts: string[],
  { connections, seconds }: Load,
): Figures | null {
  const program = join(process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin', 'pgbench');
  const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-bench-'));
  const files = scripts.flatMap((script, index) => {
    const file = join(folder, `script-${index}.sql`);
    writeFileSync(file, script);
    return ['-f', file];
  });
  const options = [
    '-n',
    '-c',
    String(connections),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-l',
    '--log-prefix',
    join(folder, 'log'),
  ];
  const ran = spawnSync(program, [...options, ...files, url], {
    encoding: 'utf8',
    env: { ...process.env, PGOPTIONS: '-c jit=off' },
  });
  const milliseconds = readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / MICROSECONDS_PER_MILLISECOND);
  rmSync(folder, { recursive: true });
  if (ran.status !== 0) {
    console.log(`pgbench did not run: ${ran.error?.message ?? ran.stderr.slice(0, 300)}`);
    return null;
  }
  return figuresOf([{ milliseconds, seconds }]);
}
