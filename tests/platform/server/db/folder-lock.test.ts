import type { ChildProcess } from 'node:child_process';
import { linkSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError, lockFolder } from '#server/db/folder-lock.ts';
import { ask, kill, killAll, startChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const STARTERS = 10;
const ROUNDS = Number(process.env.LOCK_ROUNDS ?? 10);

describe.runIf(!isOnPostgres)('E44: the lock on the embedded database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'soko-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(killAll);

  test('refuses a second process, even while the first is frozen, and opens after its end or kill -9', async () => {
    const starting = [1, 2].map(() => startChild('lock-child.ts'));
    const [first, second] = (await Promise.all(starting)) as [ChildProcess, ChildProcess];
    const lock = (child: ChildProcess) => ask(child, { lock: folder });
    expect(await lock(first)).toBe('locked');
    expect(await lock(second)).toMatch(
      /^FolderInUseError: Another process has the embedded database in .* open\. Stop it first/,
    );
    expect(await ask(first, {})).toBe('unlocked');
    expect(await lock(second)).toBe('locked');
    second.kill('SIGSTOP');
    expect(await lock(first)).toMatch(/^FolderInUseError/);
    await kill(second);
    expect(await lock(first)).toBe('locked');
    await kill(first);
  });

  test('excludes another part of the same process, and leaves nothing behind', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('refuses a folder whose path is too long, with a message', async () => {
    await expect(lockFolder(join(folder, 'x'.repeat(120)))).rejects.toThrow(
      /DATA_DIR is too long a path/,
    );
  });

  describe(`taken by ${STARTERS} processes at once`, () => {
    let children: ChildProcess[];
    beforeAll(async () => {
      children = await Promise.all(
        Array.from({ length: STARTERS }, () => startChild('lock-child.ts')),
      );
    });

    test.each(['after a kill', 'in a new folder'])(
      '%s: exactly one wins, each time',
      { timeout: 30_000 + ROUNDS * 3000 },
      async (when) => {
        const winners: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          if (when === 'after a kill') await leaveStaleLock(folder);
          const answers = await Promise.all(children.map((child) => ask(child, { lock: folder })));
          winners.push(answers.filter((answer) => answer === 'locked').length);
          await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
          await Promise.all(children.map((child) => ask(child, {})));
        }
        report(
          'E44',
          `${ROUNDS} × ${STARTERS} simultaneous starts ${when}: ${Math.min(...winners)} to ${Math.max(...winners)} winners each`,
        );
        expect(winners).toEqual(Array(ROUNDS).fill(1));
      },
    );
  });
});

async function leaveStaleLock(folder: string) {
  const unlock = await lockFolder(folder);
  const names = readdirSync(folder);
  for (const name of names) linkSync(join(folder, name), join(folder, `kept-${name}`));
  await unlock();
  for (const name of names) renameSync(join(folder, `kept-${name}`), join(folder, name));
}
