// `npm run operator`: sends the typed command to the running server, through a socket that only the
// owner of DATA_DIR may open, and prints the answer. It runs in production, where only the server's
// dependencies are installed, so it may import nothing but Node's own modules.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { dirname, join, relative, resolve } from 'node:path';

if (existsSync('.env')) process.loadEnvFile('.env');

const [command, ...words] = process.argv.slice(2);

/** One request over a keep-alive connection; null if nothing listens there. */
const call = ({ socketPath, agent, method, body }) =>
  new Promise((answered, failed) => {
    const asking = request(
      { socketPath, agent, method, headers: { 'Content-Type': 'application/json' } },
      async (answer) => {
        try {
          const chunks = [];
          for await (const chunk of answer) chunks.push(chunk);
          answered({ isDone: answer.statusCode === 200, text: Buffer.concat(chunks).toString() });
        } catch (error) {
          failed(error);
        }
      },
    );
    asking.once('error', (error) =>
      ['ECONNREFUSED', 'ENOENT'].includes(error.code) ? answered(null) : failed(error),
    );
    asking.end(body);
  });

/**
 * Creates a file whose owner proves to the server which user this is. The server reads it, whatever
 * the umask, and deletes it.
 */
function prove(path, nonce) {
  const file = openSync(path, 'wx', 0o644);
  try {
    fchmodSync(file, 0o644);
    writeSync(file, nonce);
  } finally {
    closeSync(file);
  }
}

/** Whether the command succeeded; null if nothing listens there. */
async function ask(path, words) {
  const [socketPath] = [resolve(path), relative(process.cwd(), path)].sort(
    (a, b) => a.length - b.length,
  );
  // A proof is valid for the connection that requested it, so both requests must share one.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let proof = null;
  try {
    const challenge = await call({ socketPath, agent, method: 'GET' });
    if (challenge === null) return null;
    const { needsKey, nonce } = JSON.parse(challenge.text);
    if (!needsKey) {
      proof = join(dirname(path), 'operator-proofs', nonce);
      prove(proof, nonce);
    }
    const body = { arguments: words, ...(needsKey && { key: process.env.OPERATOR_KEY }) };
    const answer = await call({ socketPath, agent, method: 'POST', body: JSON.stringify(body) });
    if (answer === null) return null;
    (answer.isDone ? process.stdout : process.stderr).write(answer.text);
    return answer.isDone;
  } finally {
    agent.destroy();
    if (proof !== null) rmSync(proof, { force: true });
  }
}

async function send(words) {
  // The demo has its own folder, so without DATA_DIR either of the two may be running.
  const folders = process.env.DATA_DIR ? [process.env.DATA_DIR] : ['./data', './data/demo'];
  const sockets = folders
    .map((folder) => join(folder, 'operator.sock'))
    .filter((path) => existsSync(path));
  for (const path of sockets) {
    const isDone = await ask(path, words);
    if (isDone !== null) return isDone;
  }
  process.stderr.write(
    `No server answers in ${folders.join(' or ')}. Start it, or set DATA_DIR to the folder it runs with.\n`,
  );
  return false;
}

/** The largest part that fits into one request, including JSON's overhead. */
const PART_MAX_BYTES = 24 * 1024;

/** Splits a file into parts for the server, each with the file's header line. */
function partsOf(text) {
  const [head, ...lines] = text.split(/\r\n|\r|\n/);
  const parts = [];
  let part = [];
  let firstLine = 2;
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    part.push(line);
    bytes += Buffer.byteLength(line) + 1;
    // A quoted cell may continue on the next line.
    const isWhole = part.join('').split('"').length % 2 === 1;
    if (at < lines.length - 1 && (bytes < PART_MAX_BYTES || !isWhole)) continue;
    parts.push({ firstLine, text: [head, ...part].join('\n') });
    firstLine += part.length;
    part = [];
    bytes = 0;
  }
  return parts.length > 0 ? parts : [{ firstLine, text: head }];
}

/** Sends a table of prices. Stops at the first part that is refused as a whole. */
async function sendPrices(file) {
  if (!file || !existsSync(file)) {
    process.stderr.write('Which file? prices import <file.csv>.\n');
    return false;
  }
  for (const { firstLine, text } of partsOf(readFileSync(file, 'utf8'))) {
    if (!(await send(['prices', 'import', '--', String(firstLine), text]))) return false;
  }
  return true;
}

/**
 * A key of 256 random bits. The servers get only its hash, and the key never leaves this terminal.
 */
function makeKey(name) {
  if (!/^[\w.-]{1,40}$/.test(name ?? '')) {
    process.stderr.write('Whose key? Give a name of letters, digits, dots and hyphens.\n');
    return false;
  }
  const key = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(key).digest('hex');
  process.stdout.write(
    `For ${name}, who keeps it to themselves; it is not shown again:\nOPERATOR_KEY=${key}\n\n` +
      `For the setting OPERATORS of every server, after a comma where there are others:\n${name}:${hash}\n`,
  );
  return true;
}

function run() {
  if (command === 'new-key') return makeKey(words[0]);
  return command === 'prices' && words[0] === 'import'
    ? sendPrices(words[1])
    : send(process.argv.slice(2));
}

const isDone = await run();
// Not process.exit(), which would drop output that a pipe has not read yet.
process.exitCode = isDone ? 0 : 1;
