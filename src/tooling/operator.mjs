// `npm run operator`: hands what was typed to the running server, through a socket that only the owner of DATA_DIR may open, and
// prints what comes back. It runs where only what serving takes is installed, so it may import nothing but Node's own modules.
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { userInfo } from 'node:os';
import { join, relative, resolve } from 'node:path';

if (existsSync('.env')) process.loadEnvFile('.env');

// The demo keeps its things apart: without DATA_DIR either may be the one that runs.
const folders = process.env.DATA_DIR ? [process.env.DATA_DIR] : ['./data', './data/demo'];
const sockets = folders.map((folder) => join(folder, 'operator.sock')).filter((path) => existsSync(path));

/** Whether the command was done; null when nobody listens there. */
const ask = (path) =>
  new Promise((answered, failed) => {
    const [socketPath] = [resolve(path), relative(process.cwd(), path)].sort((a, b) => a.length - b.length);
    const asking = request({ socketPath, method: 'POST', headers: { 'Content-Type': 'application/json' } }, (answer) => {
      const { stdout, stderr } = process;
      answer.pipe(answer.statusCode === 200 ? stdout : stderr, { end: false });
      answer.once('end', () => answered(answer.statusCode === 200));
    });
    asking.once('error', (error) => (['ECONNREFUSED', 'ENOENT'].includes(error.code) ? answered(null) : failed(error)));
    // Behind sudo it is the person, not root, who is written down.
    asking.end(JSON.stringify({ operator: process.env.SUDO_USER || userInfo().username, arguments: process.argv.slice(2) }));
  });

let isDone = null;
for (const path of sockets) {
  isDone = await ask(path);
  if (isDone !== null) break;
}
if (isDone === null) {
  process.stderr.write(`No server answers in ${folders.join(' or ')}. Start it, or set DATA_DIR to the folder it runs with.\n`);
}
// Not process.exit(), which would cut off what a pipe has not taken yet.
process.exitCode = isDone ? 0 : 1;
