import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Market } from '#tests/setup/market.ts';
import { connectPush } from './connect-push.ts';

const SERVER = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
const paths = [];
let [underWay, most] = [0, 0];
const server = createServer((request, response) => {
  underWay += 1;
  most = Math.max(most, underWay);
  paths.push(request.url);
  request.resume();
  request.on('end', () => {
    underWay -= 1;
    response.writeHead(201).end();
  });
});
const tell = () => parentPort.postMessage({ paths, most });
parentPort.on('message', tell);
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

export async function startAcceptingService() {
  const worker = new Worker(SERVER, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    connect: (market: Market) => connectPush(market, origin),
    async counted() {
      worker.postMessage('tell');
      const [counted] = (await once(worker, 'message')) as [{ paths: string[]; most: number }];
      return counted;
    },
    stop: () => worker.terminate(),
  };
}
