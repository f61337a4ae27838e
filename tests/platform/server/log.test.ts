import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLog } from '#platform/server/log.ts';
import { root } from '#tests/setup/imports.ts';

function loggedError(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line: string) => void lines.push(line) }).warn(
    { err: error },
    'something failed',
  );
  return JSON.parse(lines[0] ?? '{}').err;
}

describe('F47: an error in the log', () => {
  test('states what failed and where, with its code', () => {
    const error = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
    expect(loggedError(error)).toMatchObject({
      message: 'connect refused',
      errorCode: 'ECONNREFUSED',
      at: expect.any(Array),
    });
  });

  test('keeps the answer of a mail server without the recipient', () => {
    const error = new Error(
      "Can't send mail: 550 5.1.1 <achieng@duka.example>: no such user achieng@duka.example",
    );
    expect(loggedError(error).message).toBe(
      "Can't send mail: 550 5.1.1 <[address]>: no such user [address]",
    );
  });

  test('keeps the code of a database error without any value, however deeply nested', () => {
    const inner = Object.assign(new Error('Key (email)=(achieng@duka.example) already exists'), {
      severity: 'ERROR',
      code: '23505',
      constraint_name: 'users_email_unique',
    });
    const logged = JSON.stringify(
      loggedError(
        new Error("Failed query: insert … params: achieng,'0712345678'", { cause: inner }),
      ),
    );
    expect(logged).toContain('23505');
    expect(logged).toContain('users_email_unique');
    expect(logged).not.toMatch(/achieng|0712345678/);
  });

  test('is not written out if it is not an Error', () => {
    expect(loggedError('Mavuno-mema-2026')).toEqual({ message: 'string' });
  });
});

test('F47: a secret under its own name is hidden', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  log.info(
    {
      password: 'Mavuno-mema-2026',
      input: { otp: '123456', phoneNumber: '0712345678', token: 'abc' },
    },
    'careless',
  );
  expect(lines[0]).not.toMatch(/Mavuno|123456|0712345678|abc/);
});

describe('the log of a process', () => {
  const run = (source: string, options: Parameters<typeof spawnSync>[2] = {}) => {
    const log = `import { createLog } from ${JSON.stringify(join(root, 'src/platform/server/log.ts'))};
      const log = createLog('info');`;
    const flags = ['--import', 'tsx', '--input-type=module', '--eval', log + source];
    return spawnSync(process.execPath, flags, { cwd: root, encoding: 'utf8', ...options });
  };
  const logThen = (end: string) => {
    const child = run(`
      for (let line = 1; line <= 300; line++) log.info({ line }, 'request');
      ${end}`);
    const lines = String(child.stdout).trim().split('\n');
    return lines.map((line) => Number(JSON.parse(line).line));
  };
  const whole = Array.from({ length: 300 }, (_, index) => index + 1);

  test.each([
    ['ends by itself', ''],
    ['exits', 'process.exit(1);'],
    ['fails', "throw new Error('a bug');"],
    ['exits later', 'setTimeout(() => process.exit(0), 150);'],
  ])('has every line once, in order, when it %s', (_, end) => {
    expect(logThen(end)).toEqual(whole);
  });

  test.runIf(existsSync('/dev/full'))(
    'E41: continues in bounded memory when the disk is full, and ends when told to',
    () => {
      const source = `
      let rounds = 0;
      const growth = () => Math.round((process.memoryUsage().rss - before) / 1e6);
      const before = process.memoryUsage().rss;
      const timer = setInterval(() => {
        for (let line = 0; line < 5000; line++) log.info({ line, text: 'x'.repeat(200) }, 'request');
        rounds += 1;
        if (rounds < 80) return;
        clearInterval(timer);
        process.stderr.write(String(growth()));
        process.exit(0);
      });`;
      const disk = openSync('/dev/full', 'w');
      const child = run(source, { stdio: ['ignore', disk, 'pipe'], timeout: 20_000 });
      closeSync(disk);
      expect(child.status).toBe(0);
      expect(Number(child.stderr)).toBeLessThan(60);
    },
  );
});
