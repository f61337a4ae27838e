import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOperator } from '../../../src/server/operator/start-operator.ts';
import { type Market, makeMarket } from '../../setup/market.ts';
import { countRows } from '../../setup/rows.ts';

const run = promisify(execFile);

describe("the operator's socket", () => {
  let market: Market;
  let folder: string;
  const stops: (() => Promise<void>)[] = [];
  const socket = () => join(folder, 'operator.sock');
  const start = async (where = folder) => {
    const { stop } = await startOperator(market.db, { folder: where, services: market.services });
    stops.push(stop);
    return stop;
  };
  /** `npm run operator`, without npm. */
  const type = (...words: string[]) =>
    run(process.execPath, ['src/tooling/operator.mjs', ...words], {
      env: { ...process.env, DATA_DIR: folder, SUDO_USER: 'juma' },
    });

  beforeEach(async () => {
    market = await makeMarket();
    folder = mkdtempSync(join(tmpdir(), 'operator-'));
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is its owner’s alone, and gone when the server is', async () => {
    const stop = await start();
    expect(statSync(socket()).mode & 0o777).toBe(0o600);
    await stop();
    expect(existsSync(socket())).toBe(false);
  });

  test('the command prints what the server answers, and fails where that did nothing', async () => {
    await start();
    expect((await type('disputes')).stdout).toBe('There are no disputes.\n');
    await expect(type('suspend', 'nobody@x.example', '--reason', 'x')).rejects.toMatchObject({
      code: 1,
      stderr: 'Nobody has an account with nobody@x.example.\n',
    });
    expect(await countRows(market.db, 'operator_actions')).toBe(0);
  });

  test('what a killed server left is replaced', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(join(folder, 'other'), listening));
    renameSync(join(folder, 'other'), socket());
    // Its file stays, and nobody listens any more.
    await new Promise((closed) => other.close(closed));
    await start();
    expect((await type('log')).stdout).toBe('Nothing was done yet.\n');
  });

  test('a server that lives keeps it: a second one leaves it alone, also when it stops', async () => {
    await start();
    const stopSecond = await start();
    await stopSecond();
    expect((await type('log')).stdout).toBe('Nothing was done yet.\n');
  });

  test('without a server the command says what to do', async () => {
    await expect(type('log')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Start it, or set DATA_DIR') });
  });

  test('where the path is too long for a socket, the server runs without it and says so', async () => {
    await start(join(folder, 'a'.repeat(120)));
    expect(market.logged.join()).toContain('npm run operator will not reach this server');
  });

  test.each([
    '',
    'no JSON',
    '[]',
    '{"operator":1,"arguments":[]}',
    '{"operator":"x","arguments":[1]}',
    `"${'x'.repeat(70_000)}"`,
  ])('a body that is no command is refused', async (body) => {
    await start();
    expect(await post(body)).toEqual({ status: 400, text: 'This is no command.\n' });
  });

  const post = (body: string) =>
    new Promise<{ status: number | undefined; text: string }>((answered, failed) => {
      const asking = request({ socketPath: socket(), method: 'POST' }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
        answered({ status: response.statusCode, text: Buffer.concat(chunks).toString() });
      });
      asking.once('error', failed);
      asking.end(body);
    });
});
