import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#tests/setup/imports.ts';
import { withFewArenas } from '#tooling/few-arenas.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-arenas-'));
const served = join(folder, 'served.mjs');
const starter = join(folder, 'starter.mjs');

beforeAll(() => {
  // Prints its environment variable, and stops at its own pace, like the server.
  writeFileSync(
    served,
    `process.on('SIGTERM', () => { process.stdout.write('stopping\\n'); process.exit(7); });
     process.stdout.write(\`\${process.pid} \${process.env.MALLOC_ARENA_MAX}\\n\`);
     setInterval(() => {}, 1000);`,
  );
  writeFileSync(
    starter,
    `import { runWithFewArenas } from ${JSON.stringify(join(root, 'src/tooling/few-arenas.mjs'))};
     runWithFewArenas(${JSON.stringify(served)});`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the server started by npm start', () => {
  test('has few arenas, is stopped by the signal to npm start, and its exit code is passed on', async () => {
    const { child, arenas } = await start();
    expect(arenas).toBe('2');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  test('stops when its parent is killed', async () => {
    const { child, nextLine } = await start();
    child.kill('SIGKILL');
    expect(await nextLine()).toBe('stopping');
  });

  test('makes its parent exit as killed when it is killed itself', async () => {
    const { child, pid } = await start();
    process.kill(pid, 'SIGKILL');
    expect(await once(child, 'exit')).toEqual([128 + 9, null]);
  });

  test('keeps an explicitly chosen number', () => {
    expect(withFewArenas({ MALLOC_ARENA_MAX: '4', PORT: '1' })).toEqual({
      MALLOC_ARENA_MAX: '4',
      PORT: '1',
    });
  });
});

type Started = {
  child: ChildProcess;
  pid: number;
  arenas: string | undefined;
  nextLine: () => Promise<string>;
};

async function start(): Promise<Started> {
  const child = spawn(process.execPath, [starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '' },
  });
  const nextLine = async () => String((await once(child.stdout, 'data'))[0]).trim();
  const [pid, arenas] = (await nextLine()).split(' ');
  return { child, pid: Number(pid), arenas, nextLine };
}
