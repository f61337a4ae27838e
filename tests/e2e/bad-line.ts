import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `carries`: as it should. `hangs`: connections are open, and nothing goes through; the bytes go on
 * their way once it carries again. `refuses`: no connection is made, and open ones are closed.
 * `losesAnswers`: requests arrive, and the connection is closed in place of the answer.
 */
export type Way = 'carries' | 'hangs' | 'refuses' | 'losesAnswers';

const REQUEST = /^(GET|POST|PUT|PATCH|HEAD|DELETE) (\S+) HTTP\/1\.1\r\n/;

/** A line between a browser and the server that gets worse and better on command. */
export async function startBadLine(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const arrived: string[] = [];
  let way: Way = 'carries';
  let server: Server = await listen(0);
  const { port: ownPort } = server.address() as AddressInfo;

  async function listen(onPort: number): Promise<Server> {
    const listening = createServer(join).listen(onPort, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  function join(client: Socket) {
    const upstream = connect(Number(port), hostname);
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
      if (way === 'hangs') one.pause();
    }
    client.on('data', (bytes) => {
      const [, method, path] = REQUEST.exec(bytes.toString('latin1')) ?? [];
      if (method) arrived.push(`${method} ${path}`);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (way === 'losesAnswers') client.resetAndDestroy();
      else client.write(bytes);
    });
  }

  async function close() {
    for (const socket of sockets) socket.destroy();
    server.close();
    if (server.listening) await once(server, 'close');
  }

  return {
    url: `http://127.0.0.1:${ownPort}`,
    /** How many requests whose path contains this have arrived at the server. */
    arrivals: (part: string) => arrived.filter((request) => request.includes(part)).length,
    async become(next: Way) {
      const before = way;
      way = next;
      if (next === 'refuses') return close();
      if (before === 'refuses') server = await listen(ownPort);
      for (const socket of sockets) {
        if (next === 'hangs') socket.pause();
        else socket.resume();
      }
    },
    close,
  };
}
