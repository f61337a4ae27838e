import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { serve } from '@hono/node-server';
import type { Market } from '#tests/setup/market.ts';

export async function listen(market: Market) {
  const server = serve({ fetch: market.app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /**
     * Writes raw bytes and reads one answer. `write` may continue for as long as the socket accepts
     * them.
     */
    raw: (write: (send: (bytes: Buffer | string) => Promise<boolean>) => Promise<void>) =>
      exchange(port, write),
    async cut(pieces: (Buffer | string)[]) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      for (const piece of pieces) await new Promise((done) => socket.write(piece, done));
      socket.resetAndDestroy();
    },
    /**
     * Writes bytes and disconnects afterwards, like a phone that loses its network: what was
     * written arrives.
     */
    async leave(pieces: (Buffer | string)[]) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      for (const piece of pieces) await new Promise((done) => socket.write(piece, done));
      socket.destroySoon();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type Listening = Awaited<ReturnType<typeof listen>>;

async function exchange(
  port: number,
  write: (send: (bytes: Buffer | string) => Promise<boolean>) => Promise<void>,
) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (parseAnswer(text)) resolve();
    });
    socket.on('close', () => resolve());
  });
  await once(socket, 'connect');
  const send = (bytes: Buffer | string) =>
    new Promise<boolean>((resolve) => {
      if (isClosed || parseAnswer(text)) return resolve(false);
      socket.write(bytes, (error) => resolve(!error));
    });
  await write(send);
  await answered;
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  // An answer of Node's own HTTP parser has no body.
  return parseAnswer(text) ?? (status ? { status, body: {} } : null);
}

function parseAnswer(text: string): { status: number; body: Record<string, unknown> } | null {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const json = rest.join('\r\n\r\n').match(/\{[\s\S]*\}/)?.[0];
  if (!status || !json) return null;
  try {
    return { status, body: JSON.parse(json) as Record<string, unknown> };
  } catch {
    return null;
  }
}
