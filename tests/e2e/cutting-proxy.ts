import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const UPLOAD = /^(POST|PATCH) \/api\/farmer\/uploads/m;
/** More than the headers of a page, and less than a page. */
const ANSWER_CUT_AFTER_BYTES = 4096;

/**
 * A line between a browser and the server that can be cut in the middle of uploads, after so many
 * bytes of one, so many times; and in the middle of the answers to one address.
 */
export async function startCuttingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = 0;
  let afterBytes = 0;
  let cuts = 0;
  /** What begins a request whose answer is cut; null while none is. */
  let cutRequest: string | null = null;
  let cutAnswers = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    /** Of the upload that this connection carries; null while it carries none. */
    let carried: number | null = null;
    /** Of an answer that is to be cut. */
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
      const left = ANSWER_CUT_AFTER_BYTES - answered;
      answered += bytes.length;
      if (left > bytes.length) return void client.write(bytes);
      cutAnswers += 1;
      // What has come so far is read, as where a phone loses its network.
      client.end(bytes.subarray(0, left));
      upstream.destroy();
    });
    client.on('data', (bytes) => {
      if (cutRequest !== null && bytes.toString('latin1').startsWith(cutRequest)) answered = 0;
      if (UPLOAD.test(bytes.toString('latin1'))) carried = 0;
      if (carried !== null) carried += bytes.length;
      if (carried === null || left === 0 || carried < afterBytes) return void upstream.write(bytes);
      left -= 1;
      cuts += 1;
      carried = null;
      // What has come so far arrives; the rest, and the answer, do not.
      upstream.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
      upstream.destroySoon();
      client.resetAndDestroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Cuts the next uploads. */
    cut: (times: number, bytes: number) => {
      left = times;
      afterBytes = bytes;
    },
    cuts: () => cuts,
    /** Cuts the answers to an address, until it is told another. */
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
