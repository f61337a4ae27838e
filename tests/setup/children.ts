import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';

const started = new Set<ChildProcess>();

/** Starts a TypeScript file of tests/setup as a process of its own and waits for its first word. */
export async function startChild(file: string): Promise<ChildProcess> {
  return (await startSpeaking(file)).child;
}

/** The whole server, bundled as the real one is; TypeScript's loader would slow its start and every request. Its first word is its port. */
export const startServerChild = async (settings: Record<string, string>) =>
  startSpeaking(await bundle(pathOf('server-child.ts')), { HOST: '127.0.0.1', ...settings });

const pathOf = (file: string) => resolve(fileURLToPath(new URL('.', import.meta.url)), file);

/** Likewise, with settings; returns the first word too. */
async function startSpeaking(file: string, settings: Record<string, string> = {}) {
  const execArgv = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  // Without what a test runner hands down: the child is a process like any other.
  const child = fork(pathOf(file), { execArgv, env: { PATH: process.env.PATH ?? '', ...settings } });
  started.add(child);
  child.once('exit', () => started.delete(child));
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it said anything`);
  });
  const [word] = (await Promise.race([once(child, 'message'), gone])) as unknown[];
  gone.catch(() => {});
  return { child, word: String(word) };
}

/** Says something to a child and returns what it answers. */
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
