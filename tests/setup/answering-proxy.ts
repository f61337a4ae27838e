import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands between a client and a database, and answers itself what `answer` says something to.
 * @returns the database's URL by way of it
 */
export async function answeringProxy(databaseUrl: string, answer: (asked: Buffer) => Buffer | null) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
    client.on('data', (asked) => {
      const answered = answer(asked);
      if (answered) client.write(answered);
      else database.write(asked);
    });
    database.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: url.href, close };
}
