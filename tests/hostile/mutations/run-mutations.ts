/*
 * In a copy of the source tree, removes one guard after the other and runs the tests named for it:
 * at least one test that passed with the guard must fail without it. The tree itself is only read.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSet } from '#tests/sets.ts';
import { copyTree, textWithout, withoutGuard } from './mutated-copy.ts';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';

type Chosen = { url: string; chosen: string[]; set: TestSet };

/**
 * With the set `merge`, only the tests of that set run, and those that need a database on
 * PostgreSQL.
 * @returns the exit code: 0 if every mutation was noticed
 */
export async function runMutations({ url, chosen, set }: Chosen): Promise<number> {
  const isMerge = set === 'merge';
  const wanted = mutations
    .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
    .map((mutation) =>
      isMerge && mutation.project === 'embedded'
        ? { ...mutation, project: 'postgres' as const }
        : mutation,
    );
  process.env.TEST_SET = set;
  const unknown = chosen.filter((name) => !mutations.some((mutation) => mutation.name === name));
  if (unknown.length > 0) throw new Error(`No mutation is called ${unknown.join(', ')}`);
  const copy = copyTree();
  try {
    for (const mutation of wanted) for (const edit of mutation.edits) textWithout(edit);
    const passing = await passingTests(wanted, { copy, url });
    const rows = [];
    for (const mutation of wanted) {
      const row = await tryWithout(mutation, { copy, url, passing });
      console.log(
        `${row.noticedBy ? 'noticed ' : 'SURVIVED'} ${mutation.name}: ${row.noticedBy ?? 'no test failed'}`,
      );
      rows.push(row);
    }
    console.log(`\n${tableOf(rows)}`);
    return rows.every(({ noticedBy }) => noticedBy) ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

type Row = { mutation: Mutation; noticedBy: string | null };

function tableOf(rows: Row[]): string {
  const killed = rows.filter(({ noticedBy }) => noticedBy).length;
  return [
    '| guard | what no longer holds | first test that notices |',
    '| --- | --- | --- |',
    ...rows.map(
      ({ mutation: { name, removes }, noticedBy }) =>
        `| ${name} | ${removes} | ${noticedBy ?? 'NOBODY'} |`,
    ),
    '',
    `${killed} of ${rows.length} killed`,
  ].join('\n');
}

type On = { copy: string; url: string };

async function tryWithout(
  mutation: Mutation,
  { passing, ...on }: On & { passing: Set<string> },
): Promise<Row> {
  const run = () => runTests(mutation, on);
  const { failed } = await withoutGuard(on.copy, mutation.edits, run);
  const noticedBy = failed.find((name) => passing.has(`${mutation.project} ${name}`)) ?? null;
  return { mutation, noticedBy };
}

async function passingTests(wanted: Mutation[], on: On): Promise<Set<string>> {
  const passing = new Set<string>();
  for (const project of ['pure', 'embedded', 'postgres'] as const) {
    const ofProject = wanted.filter((mutation) => mutation.project === project);
    const tests = [...new Set(ofProject.flatMap((mutation) => mutation.tests))];
    if (tests.length === 0) continue;
    const { passed, failed } = await runTests({ tests, project }, on);
    for (const name of passed) passing.add(`${project} ${name}`);
    for (const name of failed) console.log(`fails even with every guard: ${name}`);
  }
  return passing;
}

const projectsOf = (project: Mutation['project']) =>
  process.env.TEST_SET === 'merge' && project === 'postgres' ? [project, 'pgbouncer'] : [project];

type Run = Pick<Mutation, 'tests' | 'project' | 'named'>;

async function runTests({ tests, project, named }: Run, { copy, url }: On) {
  const results = join(copy, 'results.json');
  rmSync(results, { force: true });
  const parameters = [
    ...['--no-install', 'vitest', 'run', '--config', 'tests/vitest.config.ts', '--retry=0'],
    ...projectsOf(project).map((name) => `--project=${name}`),
    ...['--passWithNoTests', '--reporter=json', `--outputFile=${results}`],
    ...(named ? ['-t', named] : []),
    ...tests.map((test) => `tests/${test}`),
  ];
  const child = spawn('npx', parameters, {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, TEST_DATABASE_URL: url, HOSTILE_INPUTS: '200' },
  });
  await once(child, 'close');
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const namesOf = (status: string) =>
    all.filter((test) => test.status === status).map(({ fullName }) => fullName);
  return { passed: namesOf('passed'), failed: namesOf('failed') };
}
