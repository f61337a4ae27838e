import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy in front of a database: if `answer` returns bytes, the proxy answers with them, and
 * everything else is passed on.
 * @returns the database's URL through the proxy
 */
export async function answeringProxy(databaseUrl: string, answer: (sent: Buffer) => Buffer | null) {
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
    client.on('data', (sent) => {
      const ownAnswer = answer(sent);
      if (ownAnswer) client.write(ownAnswer);
      else database.write(sent);
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
