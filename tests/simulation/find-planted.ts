import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { copyTree, withoutGuard } from '#tests/hostile/mutations/mutated-copy.ts';
import { plantedFaults } from './planted-faults.ts';

const SEEDS = 20;
const DAYS = 30;
const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * In a copy of the source tree, removes one guard after the other and simulates until a seed finds
 * that it is missing. Options of the command line, such as `--buyers`, apply to each simulation.
 * @returns the exit code: 0 if every fault was found
 */
export async function findPlantedFaults(given: string[]): Promise<number> {
  const names = given.filter((word) => plantedFaults.some(({ name }) => name === word));
  const options = given.filter((word) => !names.includes(word));
  const copy = copyTree();
  let missed = 0;
  try {
    print('| what no longer holds | seed | day | promise that breaks |\n| --- | --- | --- | --- |');
    for (const { name, removes, edits } of plantedFaults) {
      if (names.length > 0 && !names.includes(name)) continue;
      const said = await withoutGuard(copy, edits, () => simulate(copy, options));
      const [, day, rule = ''] = /on day (\d+): ([^:]+)/.exec(said) ?? [];
      const seed = [...said.matchAll(/^seed (\d+):/gm)].at(-1)?.[1];
      if (!day) missed += 1;
      print(`| ${name}: ${removes} | ${day ? seed : 'NOT FOUND'} | ${day ?? ''} | ${rule} |`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return missed === 0 ? 0 : 1;
}

async function simulate(copy: string, options: string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', 'tests/simulation/simulate.ts', '--no-shrinking'],
      ...['--seeds', String(SEEDS), '--days', String(DAYS), ...options],
    ],
    { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return text(child.stdout);
}
