import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';

const started = new Set<ChildProcess>();

export async function startChild(file: string): Promise<ChildProcess> {
  return (await start(file)).child;
}

/** Bundled, because TypeScript's loader would slow its start and requests. `word` is its port. */
export async function startServerChild(settings: Record<string, string>, tree?: string) {
  const file = await bundle('server-child.ts', tree);
  const folder = mkdtempSync(join(tmpdir(), 'soko-server-'));
  const server = await start(file, {
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    APP_SECRET: 'x'.repeat(40),
    ...settings,
  });
  server.child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return server;
}

const pathOf = (file: string) => resolve(fileURLToPath(new URL('.', import.meta.url)), file);

async function start(file: string, settings: Record<string, string> = {}) {
  const execArgv = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const env = { PATH: process.env.PATH ?? '', ...settings };
  const child = fork(pathOf(file), { execArgv, env });
  started.add(child);
  child.once('exit', () => started.delete(child));
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before its first message`);
  });
  const [word] = (await Promise.race([once(child, 'message'), gone])) as unknown[];
  gone.catch(() => {});
  return { child, word: String(word) };
}

export async function ask(child: ChildProcess, message: object): Promise<string> {
  const answer = once(child, 'message');
  child.send(message);
  return String((await answer)[0]);
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

export async function killAll(): Promise<void> {
  await Promise.all([...started].map(kill));
}
