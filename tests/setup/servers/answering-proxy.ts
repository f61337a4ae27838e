import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: url.href, close };
}
