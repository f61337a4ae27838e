import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#tests/setup/imports.ts';

const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-arenas-'));
const served = join(folder, 'served.mjs');
const starter = join(folder, 'starter.mjs');

beforeAll(() => {
  // Prints its environment variable, and stops at its own pace, like the server.
  writeFileSync(
    served,
    `process.on('SIGTERM', () => process.exit(7));
     process.stdout.write(\`\${process.pid} \${process.env.MALLOC_ARENA_MAX}\\n\`);
     setInterval(() => {}, 1000);`,
  );
  writeFileSync(
    starter,
    `import { runWithFewArenas } from ${JSON.stringify(join(root, 'src/tooling/few-arenas.mjs'))};
     await runWithFewArenas(${JSON.stringify(served)});`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the server started by npm start is the same process, so a kill leaves nothing, and a signal stops it with its own exit code', async () => {
  const { child, pid } = await start();
  expect(pid).toBe(child.pid);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('the server started by npm start has few arenas, or an explicitly chosen number', async () => {
  const chosen = await start({ MALLOC_ARENA_MAX: '4' });
  chosen.child.kill('SIGKILL');
  expect(chosen.arenas).toBe('4');
  if (process.platform !== 'linux' || !('execve' in process)) return;
  const { child, arenas } = await start();
  child.kill('SIGKILL');
  expect(arenas).toBe('2');
});

type Started = { child: ChildProcess; pid: number; arenas: string | undefined };

async function start(env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = spawn(process.execPath, [starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const [pid, arenas] = String((await once(child.stdout, 'data'))[0])
    .trim()
    .split(' ');
  return { child, pid: Number(pid), arenas };
}
