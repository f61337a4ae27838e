/*
 * The few commands of W3C WebDriver that the tests need, for Debian's Firefox and WebKitGTK.
 * Debian has no geckodriver, so Firefox gets the same commands by its own Marionette protocol.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './start-server.ts';

const START_MILLISECONDS = 60_000;
const IMPLICIT_MILLISECONDS = 30_000;
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** The key of an element's id in an answer, fixed by the W3C. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Each command: Marionette's name, and the path of WebDriver below the session. */
const commands = {
  navigate: ['WebDriver:Navigate', '/url'],
  find: ['WebDriver:FindElement', '/element'],
  click: ['WebDriver:ElementClick', '/element/:id/click'],
  type: ['WebDriver:ElementSendKeys', '/element/:id/value'],
  run: ['WebDriver:ExecuteScript', '/execute/sync'],
  wait: ['WebDriver:SetTimeouts', '/timeouts'],
} as const;

type Send = (
  command: keyof typeof commands,
  parameters: Record<string, unknown>,
) => Promise<unknown>;

export const drivenBrowsers = { firefox: startFirefox, webkit: startWebkit };

/** A browser of 1280 × 900 pixels. Elements are found by XPath, as soon as they appear. */
async function drive(send: Send, close: () => Promise<void>) {
  await send('wait', { implicit: IMPLICIT_MILLISECONDS });
  const find = async (path: string) => {
    const found = (await send('find', { using: 'xpath', value: path })) as Record<string, string>;
    return found[ELEMENT];
  };
  return {
    close,
    find,
    goTo: (url: string) => send('navigate', { url }),
    click: async (path: string) => send('click', { id: await find(path) }),
    type: async (path: string, text: string) => send('type', { id: await find(path), text }),
    run: (script: string) => send('run', { script, args: [] }),
  };
}

async function startFirefox() {
  const folder = await mkdtemp(join(tmpdir(), 'soko-firefox-'));
  const port = await freePort();
  await writeFile(join(folder, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const options = [
    '--headless',
    '--marionette',
    '--profile',
    folder,
    '--width=1280',
    '--height=900',
  ];
  const browser = spawn('firefox-esr', options, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  });
  const socket = await connected(browser, port);
  const answers = marionetteAnswers(socket);
  let id = 0;
  // It greets first.
  await answers.next();
  const ask = async (name: string, parameters: object) => {
    const message = JSON.stringify([0, ++id, name, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const { value } = await answers.next();
    const [, , error, result] = value as [number, number, unknown, unknown];
    if (error) throw new Error(`Firefox: ${name}: ${JSON.stringify(error)}`);
    return unwrap(result);
  };
  await ask('WebDriver:NewSession', {});
  return drive(
    (command, parameters) => ask(commands[command][0], parameters),
    async () => {
      socket.destroy();
      await end(browser);
      await rm(folder, { recursive: true, force: true });
    },
  );
}

async function startWebkit() {
  const port = await freePort();
  // It has no headless mode.
  const server = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  });
  (await connected(server, port)).destroy();
  const ask = async (path: string, parameters: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method: 'POST',
      body: JSON.stringify(parameters),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit: ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const options = { binary: MINI_BROWSER, args: ['--automation', '--geometry=1280x900'] };
  const { sessionId } = (await ask('', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  return drive(
    (command, { id, ...parameters }) =>
      ask(`/${sessionId}${commands[command][1].replace(':id', String(id))}`, parameters),
    async () => {
      process.kill(-(server.pid ?? 0), 'SIGTERM');
      await end(server);
    },
  );
}

async function connected(browser: ChildProcess, port: number): Promise<Socket> {
  let failure: unknown;
  browser.once('error', (error) => {
    failure = error;
  });
  for (const until = Date.now() + START_MILLISECONDS; Date.now() < until && !failure; ) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(
    `${browser.spawnfile} did not start. It needs Debian's packages firefox-esr, webkit2gtk-driver and xvfb.`,
    { cause: failure },
  );
}

/** Marionette writes the length of each message before it. */
async function* marionetteAnswers(socket: Socket): AsyncGenerator<unknown> {
  let read = Buffer.alloc(0);
  for await (const chunk of socket) {
    read = Buffer.concat([read, chunk as Buffer]);
    for (;;) {
      const at = read.indexOf(':');
      const length = Number(read.subarray(0, at));
      if (at < 0 || read.length < at + 1 + length) break;
      yield JSON.parse(read.subarray(at + 1, at + 1 + length).toString());
      read = read.subarray(at + 1 + length);
    }
  }
}

/** Marionette wraps some answers as `{ value }`. */
const unwrap = (result: unknown) =>
  result && typeof result === 'object' && 'value' in result ? result.value : result;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
