import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { closedPort } from '#tests/setup/servers/closed-port.ts';

const bin = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';

export const canStartPostgres = existsSync(join(bin, 'initdb'));

const isRoot = process.getuid?.() === 0;
const asPostgres = isRoot
  ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups']
  : [];

const commandOf = (program: string, options: string[]) => {
  const [command = '', ...rest] = [...asPostgres, join(bin, program), ...options];
  return [command, rest] as const;
};

type OwnPostgres = Awaited<ReturnType<typeof runServer>>;

export async function startOwnPostgres(settings: string[] = []): Promise<OwnPostgres> {
  const folder = ownFolder();
  await runToEnd(folder, 'initdb', '-D data -U postgres -A trust --no-sync'.split(' '));
  const server = await runServer(folder, settings);
  await server.askAdmin('create role sokoshamba login createdb');
  await server.askAdmin('create database sokoshamba owner sokoshamba');
  return server;
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'soko-pg-'));
  if (isRoot) chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'])), -1);
  return folder;
}

async function runToEnd(folder: string, program: string, options: string[]): Promise<void> {
  await promisify(execFile)(...commandOf(program, options), { cwd: folder });
}

async function runServer(folder: string, settings: string[]) {
  const port = await closedPort();
  const data = join(folder, 'data');
  let server = startServer();

  function startServer(): ChildProcess {
    const all = ['fsync=off', 'max_connections=200', ...settings];
    const options = [
      ...`-D data -p ${port} -h 127.0.0.1 -k`.split(' '),
      folder,
      ...all.flatMap((setting) => ['-c', setting]),
    ];
    return spawn(...commandOf('postgres', options), { stdio: 'ignore', cwd: folder });
  }
  async function askAdmin(text: string, database = 'postgres') {
    const url = `postgres://postgres@127.0.0.1:${port}/${database}`;
    const admin = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 2 });
    try {
      return await admin.unsafe(text);
    } finally {
      await admin.end();
    }
  }
  async function isReady() {
    for (const startedAt = Date.now(); ; ) {
      try {
        await askAdmin('select 1');
        return;
      } catch (error) {
        if (Date.now() - startedAt > 30_000) throw error;
      }
    }
  }
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  const signalAll = (signal: NodeJS.Signals) => {
    if (!isRunning()) return;
    for (const pid of withChildren(server.pid ?? 0)) {
      try {
        process.kill(pid, signal);
      } catch {}
    }
  };
  const stop = () => end(() => server.kill('SIGQUIT'));
  const end = async (signal: () => void) => {
    if (!isRunning()) return;
    const exit = new Promise((gone) => server.once('exit', gone));
    signal();
    await exit;
  };
  await isReady();
  return {
    port,
    url: `postgres://sokoshamba@127.0.0.1:${port}/sokoshamba`,
    askAdmin,
    stop,
    start: () => {
      server = startServer();
    },
    /** Unlike in a power cut, the operating system still writes what it was given. */
    kill: () => end(() => signalAll('SIGKILL')),
    isReady,
    /** Continues on a new timeline, as a promoted standby at the same address does. */
    async failOver() {
      await stop();
      writeFileSync(join(data, 'standby.signal'), '');
      server = startServer();
      await isReady();
      await runToEnd(folder, 'pg_ctl', ['-D', data, '-w', 'promote']);
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async remove() {
      signalAll('SIGCONT');
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const withChildren = (parent: number) => [
  parent,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number),
];

function parentOf(pid: string): number {
  try {
    return Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
