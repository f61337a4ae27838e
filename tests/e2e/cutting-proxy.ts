import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const UPLOAD = /^(POST|PATCH) \/api\/farmer\/uploads/m;

/** A line between a browser and the server that can be cut in the middle of uploads: after so many bytes of one, so many times. */
export async function startCuttingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = 0;
  let afterBytes = 0;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    /** Of the upload that this connection carries; null while it carries none. */
    let carried: number | null = null;
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
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
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
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
