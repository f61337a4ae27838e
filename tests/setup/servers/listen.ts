import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import type { Market } from '#tests/setup/market.ts';

type Send = (bytes: Buffer | string) => Promise<boolean>;

export async function listen(market: Market) {
  const server = serve({ fetch: market.app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = async (pieces: (Buffer | string)[]): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    for (const piece of pieces) await new Promise((done) => socket.write(piece, done));
    return socket;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    raw: (write: (send: Send) => Promise<void>) => exchange(port, write),
    async cut(pieces: (Buffer | string)[]) {
      (await sent(pieces)).resetAndDestroy();
    },
    async leave(pieces: (Buffer | string)[]) {
      (await sent(pieces)).destroySoon();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type Listening = Awaited<ReturnType<typeof listen>>;

async function exchange(port: number, write: (send: Send) => Promise<void>) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => {});
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
      if (socket.closed || parseAnswer(text)) return resolve(false);
      socket.write(bytes, (error) => resolve(!error));
    });
  await write(send);
  await answered;
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  return parseAnswer(text) ?? (status ? { status, body: {} } : null);
}

function parseAnswer(text: string): { status: number; body: Record<string, unknown> } | null {
  const [, status, json = ''] = /^HTTP\/1\.1 (\d{3}).*?\r\n\r\n.*?(\{.*\})/s.exec(text) ?? [];
  try {
    return status ? { status: Number(status), body: JSON.parse(json) } : null;
  } catch {
    return null;
  }
}
