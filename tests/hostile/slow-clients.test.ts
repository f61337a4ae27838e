import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isOnPostgres, makeFarm, makeProduct, openMarket, report } from '#tests/setup/in-market.ts';
import { pathOf } from './parts/clients.ts';
import { percentile, startServerProcess } from './parts/server-process.ts';

const CLIENTS = Number(process.env.HOSTILE_SLOW_CLIENTS ?? 50);
const isLong = CLIENTS >= 1000;
const REQUESTS = 300;
const AT_ONCE = 4;
const BYTE_EVERY_MILLISECONDS = 200;

const beginnings = [
  'GET /api/market/products HTTP/1.1\r\nHost: a\r\nX-Slow: ',
  'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"email":"',
  'POST /trpc/otp.verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;x=',
  'POST /api/payments/callback/abc HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{',
];

test.runIf(isOnPostgres)(
  `E37: slow clients: ${CLIENTS} that send a byte now and then do not delay the answers of others`,
  async () => {
    await openMarket();
    const { id } = await makeProduct(await makeFarm());
    const server = await startServerProcess();
    onTestFinished(server.stop);
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let opened = 0; opened < CLIENTS; opened += 1) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(beginnings[opened % beginnings.length] ?? '');
      sockets.push(socket);
    }
    const dripping = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('1');
    }, BYTE_EVERY_MILLISECONDS);
    onTestFinished(() => clearInterval(dripping));

    const paths = [
      pathOf('market.cards', {}),
      pathOf('market.product', { productId: id }),
      '/readyz',
    ];
    const milliseconds: number[] = [];
    let next = 0;
    const ask = async () => {
      for (let number = next++; number < REQUESTS; number = next++) {
        const startedAt = performance.now();
        const response = await fetch(`${server.url}${paths[number % paths.length]}`);
        await response.text();
        expect(response.status).toBe(200);
        milliseconds.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const open = sockets.filter((socket) => socket.writable).length;
    const p99 = percentile(milliseconds, 99);
    report(
      'E37',
      `${open} slow clients, ${REQUESTS} requests of others: all answered, p99 ${p99} ms, ${Math.round(server.megabytes())} MB`,
    );
    expect(open).toBe(CLIENTS);
    if (isLong) expect(p99).toBeLessThan(1000);
  },
);
