import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

/** Another loopback address: only a server that listens on all addresses answers here. */
const OTHER_ADDRESS = '127.0.0.2';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startDemo(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'soko-listening-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const { child, word } = await startServerChild({
    DEMO: 'on',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  stops.push(() => kill(child));
  return Number(word);
}

test.runIf(!isOnPostgres && process.platform === 'linux').each([
  ['listens on 127.0.0.1 alone', '', false],
  ['listens where HOST says', '0.0.0.0', true],
])('G74: the demo, which shows every code %s', async (_, host, answersElsewhere) => {
  const port = await startDemo({ HOST: host });
  expect(await isListening('127.0.0.1', port)).toBe(true);
  expect(await isListening(OTHER_ADDRESS, port)).toBe(answersElsewhere);
  report(
    'G74',
    `a demo with HOST=${host || '(unset)'}: at another address of the machine ${answersElsewhere ? 'open' : 'closed'}`,
  );
});

async function isListening(address: string, port: number): Promise<boolean> {
  const socket = connect(port, address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
