import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closedPort } from '#tests/setup/servers/closed-port.ts';

const program = process.env.TEST_PGBOUNCER_BIN ?? '/usr/sbin/pgbouncer';
const READY_MILLISECONDS = 10_000;

export const canStartPgBouncer = existsSync(program);

/**
 * Starts a PgBouncer in front of a PostgreSQL server, with deploy/pgbouncer.ini: only its addresses
 * differ, any database may be reached, and no password is needed.
 * @returns a function from a database's URL to the URL through PgBouncer
 */
export async function startPgBouncer(serverUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'soko-pgbouncer-'));
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined;
  const port = await closedPort();
  const server = new URL(serverUrl);
  const shipped = readFileSync(
    fileURLToPath(new URL('../../../deploy/pgbouncer.ini', import.meta.url)),
    'utf8',
  );
  const changed = shipped
    .replace(
      'sokoshamba = host=127.0.0.1 port=5432',
      `* = host=${server.hostname} port=${server.port || 5432}`,
    )
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('auth_type = scram-sha-256', 'auth_type = trust')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'users'));
  writeFileSync(join(folder, 'users'), `"${server.username}" ""\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), changed);
  if (user !== undefined)
    for (const path of [folder, join(folder, 'users'), join(folder, 'pgbouncer.ini')])
      chownSync(path, user, -1);
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    cwd: folder,
    uid: user,
  });
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  await isListening(port);
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

/** Waits until the port accepts connections. */
async function isListening(port: number) {
  for (const startedAt = Date.now(); ; ) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (Date.now() - startedAt > READY_MILLISECONDS) throw error;
    } finally {
      socket.destroy();
    }
  }
}
