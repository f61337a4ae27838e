import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const started = new Set<ChildProcess>();

/** Starts a TypeScript file of tests/setup as a process of its own and waits for its first word. */
export async function startChild(file: string): Promise<ChildProcess> {
  return (await startSpeaking(file)).child;
}

/** Likewise, with settings; returns the first word too. */
export async function startSpeaking(file: string, settings: Record<string, string> = {}) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  // Without what a test runner hands down: the child is a process like any other.
  const child = fork(path, { execArgv: ['--import', 'tsx'], env: { PATH: process.env.PATH ?? '', ...settings } });
  started.add(child);
  child.once('exit', () => started.delete(child));
  const [word] = await once(child, 'message');
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
