import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { closedPort } from './smtp-sink.ts';

const bin = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';

/** Whether this machine can start a Postgres for one test, which the test may stop and freeze. */
export const canStartPostgres = existsSync(join(bin, 'initdb'));

/** Postgres refuses to run as root: the user `postgres` runs it then. */
const isRoot = process.getuid?.() === 0;
const asPostgres = isRoot ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : [];

function run(program: string, options: string[]) {
  const [command = '', ...rest] = [...asPostgres, join(bin, program), ...options];
  return { command, rest };
}

/** Starts an empty Postgres in a folder of its own, for a role that is no superuser. */
export async function startOwnPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'soko-pg-'));
  if (isRoot) chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'])), -1);
  const data = join(folder, 'data');
  const initdb = run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']);
  execFileSync(initdb.command, initdb.rest, { stdio: 'ignore', cwd: folder });
  const port = await closedPort();
  let server = startServer();
  await isReady();
  const admin = connect('postgres', 'postgres');
  await admin.unsafe('create role sokoshamba login createdb');
  await admin.unsafe('create database sokoshamba owner sokoshamba');
  await admin.end();

  function startServer(): ChildProcess {
    const { command, rest } = run('postgres', [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-h',
      '127.0.0.1',
      '-c',
      'fsync=off',
      '-c',
      'max_connections=200',
    ]);
    return spawn(command, rest, { stdio: 'ignore', cwd: folder });
  }
  function connect(user: string, database: string) {
    return postgres(`postgres://${user}@127.0.0.1:${port}/${database}`, { max: 1, onnotice: () => {}, connect_timeout: 2 });
  }
  async function isReady() {
    for (const startedAt = Date.now(); ; ) {
      const probe = connect('postgres', 'postgres');
      try {
        await probe`select 1`;
        return;
      } catch (error) {
        if (Date.now() - startedAt > 30_000) throw error;
      } finally {
        await probe.end();
      }
    }
  }
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  const signalAll = (signal: NodeJS.Signals) => {
    if (!isRunning()) return;
    for (const pid of withChildren(server.pid ?? 0)) {
      try {
        process.kill(pid, signal);
      } catch {
        // A backend whose client has just gone is gone too.
      }
    }
  };
  const stop = () => end(() => server.kill('SIGQUIT'));
  const end = async (signal: () => void) => {
    if (!isRunning()) return;
    const exit = new Promise((gone) => server.once('exit', gone));
    signal();
    await exit;
  };
  return {
    url: `postgres://sokoshamba@127.0.0.1:${port}/sokoshamba`,
    stop,
    start: () => {
      server = startServer();
    },
    /** Kills all its processes at once. Unlike in a power cut, the operating system still writes what they had handed to it. */
    kill: () => end(() => signalAll('SIGKILL')),
    isReady,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async remove() {
      signalAll('SIGCONT');
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process and those that it started: each backend of Postgres has a session of its own, so no group holds them all. */
function withChildren(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent);
  return [parent, ...children.map(Number)];
}

function parentOf(pid: string): number {
  try {
    return Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // It ended between being listed and being read.
    return 0;
  }
}
