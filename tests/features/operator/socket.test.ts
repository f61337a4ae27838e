import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startOperator, takeProof } from '#operator/server/start-operator.ts';
import { operatorsSetting, parseOperators } from '#server/setting-formats.ts';
import { liveDatabase } from '#server/tables.ts';
import { countRows, db, givenMarket, logged, market, rowsOf, sql } from '#tests/setup/in-market.ts';

const run = promisify(execFile);
const claimed = { SUDO_USER: 'juma', USER: 'juma', LOGNAME: 'juma' };

let folder: string;
const stops: (() => Promise<void>)[] = [];
const socket = () => join(folder, 'operator.sock');
const start = async (where = folder, operators = '') => {
  const { services } = market;
  const given = { folder: where, operators: parseOperators(operators), services };
  const { stop } = await startOperator(db, given);
  stops.push(stop);
  return stop;
};
/** `npm run operator`, without npm. */
const type = (...words: string[]) => typeWith({}, ...words);
const typeWith = (env: NodeJS.ProcessEnv, ...words: string[]) =>
  run(process.execPath, ['src/tooling/operator.mjs', ...words], {
    env: { ...process.env, DATA_DIR: folder, ...claimed, ...env },
  });
const enable = async (env: NodeJS.ProcessEnv = {}) => {
  await db.delete(liveDatabase);
  await typeWith(env, 'outgoing', 'enable');
  const [newest] = await rowsOf(
    sql`select operator from operator_actions order by id desc limit 1`,
  );
  return newest?.operator;
};

givenMarket();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the socket is accessible only to its owner, and removed when the server stops', async () => {
  const stop = await start();
  expect(statSync(socket()).mode & 0o777).toBe(0o600);
  await stop();
  expect(existsSync(socket())).toBe(false);
});

test("the command prints the server's answer, and fails if nothing was done", async () => {
  await start();
  expect((await type('outgoing', 'enable')).stdout).toContain('now live');
  await expect(type('outgoing', 'enable')).rejects.toMatchObject({
    code: 1,
    stderr: 'This database is already live.\n',
  });
  const rows = sql`select outcome from operator_actions order by id`;
  expect(await rowsOf(rows)).toEqual([{ outcome: 'done' }, { outcome: 'refused' }]);
});

test('a file of market prices is sent in parts, and lines keep their numbers', async () => {
  await start();
  const lines = 1000;
  const file = join(folder, 'kamis.csv');
  const rows = Array.from({ length: lines }, (_, at) => {
    const retail = at === lines - 1 ? '4500/90 kg bag' : '70.00/Kg';
    return `Tomatoes,Market ${at},55.00/Kg,${retail},Nairobi,2026-03-01`;
  });
  writeFileSync(file, ['Commodity,Market,Wholesale,Retail,County,Date', ...rows].join('\r\n'));
  for (const _ of ['once', 'again']) {
    const { stdout } = await type('prices', 'import', file);
    expect(stdout).toContain(`line ${lines + 1}: "4500/90 kg bag" is no price of a kilogram`);
    expect(await countRows('reference_prices')).toBe(lines - 1);
  }
  await expect(type('prices', 'import', join(folder, 'none.csv'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Which file?'),
  });
});

test("a killed server's leftover is replaced", async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(join(folder, 'other'), listening));
  renameSync(join(folder, 'other'), socket());
  await new Promise((closed) => other.close(closed));
  await start();
  expect((await type('log', 'verify')).stdout).toContain('intact');
});

test('a live server keeps its socket: a second server leaves it alone, also when it stops', async () => {
  await start();
  const stopSecond = await start();
  await stopSecond();
  expect((await type('log', 'verify')).stdout).toContain('intact');
});

test('without a server the command says what to do', async () => {
  await expect(type('log', 'verify')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Start it, or set DATA_DIR'),
  });
});

test('if the path is too long for a socket, the server runs without it and says so', async () => {
  await start(join(folder, 'a'.repeat(120)));
  expect(logged.join()).toContain('npm run operator will not reach this server');
});

test.each(['no JSON', '{"arguments":[1]}', '{"arguments":[],"key":1}', `"${'x'.repeat(70_000)}"`])(
  'a body that is not a command is refused',
  async (body) => {
    await start();
    expect(await post(body)).toEqual({ status: 400, text: 'This is no command.\n' });
  },
);

const me = userInfo().username;

test('B72: the acting operator is the user that the client runs as, whatever the environment or the client claims', async () => {
  await start();
  expect(await enable()).toBe(me);
  expect(readdirSync(join(folder, 'operator-proofs'))).toEqual([]);
  const words = ['outgoing', 'enable'];
  expect(await post(JSON.stringify({ operator: 'juma', arguments: words }))).toEqual({
    status: 400,
    text: 'The server could not see which user sent this command.\n',
  });
  expect(await countRows('operator_actions')).toBe(1);
});

test.runIf(process.getuid?.() === 0)(
  'B72: the acting operator can be another user of the machine than the server’s',
  async () => {
    // The server is root here: it reads the owner of a file created by another user's process.
    const nonce = 'n'.repeat(64);
    const path = join(folder, nonce);
    chmodSync(folder, 0o777);
    const make = `require('fs').writeFileSync(${JSON.stringify(path)}, '${nonce}', { flag: 'wx' })`;
    await run(process.execPath, ['-e', make], { uid: 65_534, gid: 65_534 });
    expect(takeProof(path, nonce)).toBe(65_534);
    expect(existsSync(path)).toBe(false);
  },
);

const nonce = 'a1'.repeat(32);
const planted: Record<string, (path: string) => void> = {
  'a symbolic link': (path) => symlinkSync(written('other', nonce), path),
  'a hard link': (path) => linkSync(written('other', nonce), path),
  'a file moved there': (path) => renameSync(written('other', 'what it was for'), path),
  'a file that others may write to': (path) => chmodSync(written(path, nonce), 0o666),
  'an empty file': (path) => void written(path, ''),
  'a file with more content': (path) => void written(path, `${nonce} `),
  'a folder': (path) => mkdirSync(path),
  'a named pipe': (path) => void execFileSync('mkfifo', [path]),
  nothing: () => {},
};
const written = (path: string, content: string) => {
  const whole = path.startsWith('/') ? path : join(folder, path);
  writeFileSync(whole, content, { mode: 0o644 });
  return whole;
};

test.each(Object.entries(planted))('B72: the acting operator is not proved by %s', (_, plant) => {
  const path = join(folder, nonce);
  plant(path);
  expect(takeProof(path, nonce)).toBeNull();
  expect(existsSync(path)).toBe(false);
});

test("B72: the acting operator is not proved by another connection's nonce, or a used one", async () => {
  await start();
  const keptOpen = { keepAlive: true, maxSockets: 1 };
  const [one, other] = [new Agent(keptOpen), new Agent(keptOpen)];
  const { text } = await post('', { method: 'GET', agent: one });
  const { nonce: given } = JSON.parse(text);
  written(join('operator-proofs', given), given);
  const body = '{"arguments":["log","verify"]}';
  expect(await post(body, { agent: other })).toMatchObject({ status: 400 });
  expect(await post(body, { agent: one })).toMatchObject({ status: 200 });
  for (const agent of [one, other]) agent.destroy();
});

test('B72: the acting operator is named by the key where operators have keys, and nobody else is admitted', async () => {
  const made = async (name: string) => {
    const { stdout } = await type('new-key', name);
    const [, key = ''] = /^OPERATOR_KEY=(\S{43})$/m.exec(stdout) ?? [];
    return { key, entry: stdout.trim().split('\n').at(-1) ?? '' };
  };
  const [amina, juma] = [await made('amina'), await made('juma')];
  const stranger = await made('amina');
  await start(folder, `${amina.entry}, ${juma.entry}`);
  expect(await enable({ OPERATOR_KEY: amina.key })).toBe('amina');
  expect(await enable({ OPERATOR_KEY: juma.key })).toBe('juma');
  for (const OPERATOR_KEY of [stranger.key, '', juma.entry, undefined]) {
    await expect(typeWith({ OPERATOR_KEY }, 'log', 'verify')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('set OPERATOR_KEY to yours'),
    });
  }
  expect(JSON.stringify(await rowsOf(sql`select * from operator_actions`))).not.toContain(
    amina.key,
  );
  expect(logged.join()).not.toContain(stranger.key);
});

test('B72: a key needs a name, and its setting has two parts', async () => {
  await expect(type('new-key')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Whose key?'),
  });
  const hash = 'a'.repeat(64);
  const isSetting = (text: string) => operatorsSetting.safeParse(text).success;
  expect(isSetting(`amina:${hash},juma:${hash}`)).toBe(true);
  const wrong = ['amina', `amina:${hash.slice(1)}`, `:${hash}`, `amina:${hash},amina:${hash}`];
  expect(wrong.filter(isSetting)).toEqual([]);
});

const post = (body: string, { method = 'POST', agent }: { method?: string; agent?: Agent } = {}) =>
  new Promise<{ status: number | undefined; text: string }>((answered, failed) => {
    const asking = request(
      { socketPath: socket(), method, ...(agent && { agent }) },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
        answered({ status: response.statusCode, text: Buffer.concat(chunks).toString() });
      },
    );
    asking.once('error', failed);
    asking.end(body);
  });
