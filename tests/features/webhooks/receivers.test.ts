import { createServer } from 'node:net';
import { type Receiver, startReceiver, withStatus } from '#tests/setup/servers/receiver.ts';
import { RECEIVER_TIMEOUT_MILLISECONDS } from '#webhooks/rules.ts';
import { createReceivers, isWorldAddress } from '#webhooks/server/receivers.ts';

const message = { headers: { 'webhook-id': 'x' }, body: '{}' };

const inside = `127.0.0.1 127.8.9.10 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1
    169.254.169.254 100.64.0.1 100.127.255.255 224.0.0.1 255.255.255.255 198.18.0.1 :: ::1
    ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::a00:1 fe80::1
    fc00::1 fd12:3456::1 ff02::1 2002:7f00:1::1 2001::1 2001:db8::1`;
test.each(inside.split(/\s+/))('addresses inside a network: %s is one', (address) => {
  expect(isWorldAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '41.90.0.1', '2606:4700::1111', '2a00::1'])(
  'addresses inside a network: %s is none',
  (address) => {
    expect(isWorldAddress(address)).toBe(true);
  },
);

test.each([
  'http://shop.example/hook',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://127.0.0.1./',
  'https://\uff11\uff12\uff17.0.0.1/',
  'https://127.0.0.1%2fshop.example/',
  'https://shop.example@127.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/',
  'https://intranet/',
  'https://user:secret@shop.example/',
  'ftp://shop.example/',
  'nonsense',
])('addresses inside a network: %s is refused', async (url) => {
  const receivers = createReceivers();
  expect(receivers.isAllowed(url)).toBe(false);
  expect(await receivers.post(url, message)).toEqual({
    problem: 'forbiddenAddress',
    status: null,
  });
});

test('a name is checked at the moment of connecting, whatever it led to before', async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening));
  const port = (inside.address() as { port: number }).port;
  for (const address of ['127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['8.8.8.8', address];
    };
    const receivers = createReceivers({ resolve });
    const url = `https://rebind.example:${port}/`;
    expect(receivers.isAllowed(url)).toBe(true);
    expect(await receivers.post(url, message)).toEqual({
      problem: 'forbiddenAddress',
      status: null,
    });
    expect(asked).toEqual(['rebind.example']);
  }
  expect(connections).toBe(0);
  await new Promise((done) => inside.close(done));
});

test('a name without an address counts as no answer', async () => {
  const receivers = createReceivers({ resolve: async () => [] });
  expect(await receivers.post('https://gone.example/', message)).toEqual({
    problem: 'noAnswer',
    status: null,
  });
});

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
const post = () =>
  createReceivers({ ownReceivers: [receiver.origin], timeoutMilliseconds: 300 }).post(
    `${receiver.origin}/hook`,
    message,
  );

test('a receiver accepts with any status of 2xx, and a redirect is not followed', async () => {
  const problems = { 200: null, 204: null, 307: 'redirect', 503: 'status' };
  for (const [status, problem] of Object.entries(problems)) {
    receiver.answerWith(withStatus(Number(status), { location: `${receiver.origin}/elsewhere` }));
    expect(await post()).toEqual({ problem, status: Number(status) });
  }
  expect(receiver.received.map(({ path }) => path)).toEqual(Array(4).fill('/hook'));
  expect(receiver.received[0]).toMatchObject({
    body: '{}',
    headers: { 'content-type': 'application/json', 'webhook-id': 'x' },
  });
});

test('a receiver reports noAnswer when it is down', async () => {
  await receiver.close();
  expect(await post()).toEqual({ problem: 'noAnswer', status: null });
  receiver = await startReceiver();
});

test('a receiver gets no header from an address with line breaks', async () => {
  for (const breaks of ['\r\n', '%0d%0a']) {
    const url = `${receiver.origin}/${breaks}x-evil: 1${breaks}${breaks}POST /second`;
    await createReceivers({ ownReceivers: [receiver.origin] }).post(url, message);
  }
  expect(receiver.received).toHaveLength(2);
  for (const { headers, body } of receiver.received) {
    expect(headers).not.toHaveProperty('x-evil');
    expect(body).toBe('{}');
  }
});

test('a receiver that hangs is left when its time is over, which is five seconds', async () => {
  expect(RECEIVER_TIMEOUT_MILLISECONDS).toBe(5000);
  receiver.answerWith(() => {});
  expect(await post()).toEqual({ problem: 'noAnswer', status: null });
});

test('a receiver that answers without an end is cut off after its status', async () => {
  let written = 0;
  const cut = new Promise<void>((done) => {
    receiver.answerWith((response) => {
      response.on('close', done);
      response.writeHead(200);
      const flood = () => {
        while (!response.destroyed && written < 100_000_000) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', flood);
        }
      };
      flood();
    });
  });
  expect(await post()).toEqual({ problem: null, status: 200 });
  await cut;
  expect(written).toBeLessThan(100_000_000);
});
