import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import type { FileResult } from '#tests/hostile/guarantees/guarantee-table.ts';
import type { Written } from './results-reporter.ts';

const LOOK_MILLISECONDS = 1000;
const CLOSING_SECONDS = 60;

type Run = {
  files: string[];
  projects: string[];
  workers: number;
  environment: Record<string, string>;
  limitSeconds: number;
  results: string;
};

export async function runFiles(run: Run): Promise<FileResult[]> {
  const ended: FileResult[] = [];
  for (let rest = run.files; rest.length > 0; ) {
    rmSync(run.results, { force: true });
    const hung = await runOnce({ ...run, files: rest });
    const isLast = hung.length === 0;
    ended.push(
      ...read(run.results).ended,
      ...hung.map((name) => unended(name, `did not end in ${run.limitSeconds} s`)),
    );
    rest = rest.filter((file) => !ended.some(({ name }) => name === file));
    if (isLast) return [...ended, ...rest.map((name) => unended(name, 'did not run to its end'))];
  }
  return ended;
}

const unended = (name: string, what: string): FileResult => ({
  name,
  seconds: Number.NaN,
  tests: [{ fullName: `${name} ${what}`, status: 'failed' }],
});

function runOnce(run: Run): Promise<string[]> {
  const { files, results } = run;
  const options = [
    ...['run', '--config', 'tests/vitest.config.ts', '--retry=0', `--maxWorkers=${run.workers}`],
    ...['--reporter=default', '--reporter=./tests/hostile/results-reporter.ts'],
    ...run.projects.flatMap((project) => ['--project', project]),
  ];
  // A separate process group, so that processes started by its tests end with it.
  const vitest = ['node_modules/vitest/vitest.mjs', ...options, ...files];
  const child = spawn(process.execPath, vitest, {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...run.environment, HOSTILE_RESULTS: results },
  });
  const endAll = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {}
  };
  const interrupted = () => {
    endAll();
    process.exit(1);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  let hung: string[] = [];
  let allEndedAt = Number.POSITIVE_INFINITY;
  const watch = setInterval(() => {
    const { ended, running } = read(results);
    hung = running
      .filter(({ at }) => Date.now() - at > run.limitSeconds * 1000)
      .map(({ name }) => name);
    if (ended.length === files.length) allEndedAt = Math.min(allEndedAt, Date.now());
    if (hung.length > 0 || Date.now() - allEndedAt > CLOSING_SECONDS * 1000) endAll();
  }, LOOK_MILLISECONDS);
  return new Promise((resolve) => {
    child.on('close', () => {
      clearInterval(watch);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      resolve(hung);
    });
  });
}

function read(results: string) {
  const text = existsSync(results) ? readFileSync(results, 'utf8') : '';
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Written);
  const ended = lines.flatMap((line) => ('ended' in line ? [line.ended] : []));
  const began = lines.flatMap((line) =>
    'began' in line ? [{ name: relative('.', line.began), at: line.at }] : [],
  );
  return { ended, running: began.filter(({ name }) => !ended.some((file) => file.name === name)) };
}
