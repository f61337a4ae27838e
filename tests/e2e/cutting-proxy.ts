import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** More than a page's headers, and less than a page. */
const CUT_AFTER_BYTES = 4096;

/** A proxy between a browser and the server that can cut the answers to one path. */
export async function startCuttingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  /** The start of a request whose answer is cut; null if there is none. */
  let cutRequest: string | null = null;
  let cutAnswers = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    /** How much of the answer to be cut has come; null if there is none. */
    let answered: number | null = null;
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroySoon();
      });
    }
    upstream.on('data', (bytes) => {
      if (answered === null) return void client.write(bytes);
      const left = CUT_AFTER_BYTES - answered;
      answered += bytes.length;
      if (left > bytes.length) return void client.write(bytes);
      cutAnswers += 1;
      // The browser still reads what has arrived, as when a phone loses its network.
      client.end(bytes.subarray(0, left));
      upstream.destroy();
    });
    client.on('data', (bytes) => {
      if (cutRequest !== null && bytes.toString('latin1').startsWith(cutRequest)) answered = 0;
      upstream.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAnswersTo: (path: string | null) => {
      cutRequest = path === null ? null : `GET ${path} `;
    },
    cutAnswers: () => cutAnswers,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
