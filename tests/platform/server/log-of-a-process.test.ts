import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/setup/imports.ts';

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
])('the log of a process has every line once, in order, when it %s', (_, end) => {
  expect(logThen(end)).toEqual(whole);
});

test.runIf(existsSync('/dev/full'))(
  'E41: the log continues in bounded memory when the disk is full, and ends when told to',
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
