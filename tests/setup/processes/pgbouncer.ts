import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { closedPort } from '#tests/setup/servers/closed-port.ts';
import { untilListening } from '#tests/setup/servers/until-listening.ts';

const program = process.env.TEST_PGBOUNCER_BIN ?? '/usr/sbin/pgbouncer';

export const canStartPgBouncer = existsSync(program);

export async function startPgBouncer(serverUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'soko-pgbouncer-'));
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined;
  const port = await closedPort();
  const { hostname, port: serverPort, username } = new URL(serverUrl);
  const shipped = readFileSync(join(projectRoot, 'deploy/pgbouncer.ini'), 'utf8');
  const changed = shipped
    .replace(
      'sokoshamba = host=127.0.0.1 port=5432',
      `* = host=${hostname} port=${serverPort || 5432}`,
    )
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('auth_type = scram-sha-256', 'auth_type = trust')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'users'));
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), changed);
  if (user !== undefined)
    for (const name of ['', 'users', 'pgbouncer.ini']) chownSync(join(folder, name), user, -1);
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    cwd: folder,
    uid: user,
  });
  const through = (databaseUrl: string) =>
    Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
  await untilListening(port);
  return {
    through,
    pid: child.pid ?? 0,
    async stop() {
      const exit = new Promise((gone) => child.once('exit', gone));
      child.kill('SIGKILL');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
