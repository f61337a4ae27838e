import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeLetter } from '#features/accounts/server/letters/account-letters.ts';
import { createNominatim } from '#features/places/server/nominatim.ts';
import { createSmtpMailer } from '#platform/server/adapters/smtp-mailer.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { photoPart, productParts } from '#tests/factories/forms.ts';
import { farmerSignup, makeFarmer } from '#tests/factories/people.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { sendForm } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';
import { closedPort } from '#tests/setup/servers/closed-port.ts';
import { startSilentServer, startSmtpSink } from '#tests/setup/servers/smtp-sink.ts';

const FARM_EMAIL = 'farm@shamba.example';

let market: Market;
const stops: (() => unknown)[] = [];
beforeEach(async () => {
  market = await makeMarket();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const refusing = () => closedPort();
async function hung(greeting = '') {
  const silent = await startSilentServer(greeting);
  const port = Number(new URL(silent.url).port);
  stops.push(silent.stop);
  return port;
}

describe('E39: the mail server', () => {
  const waiting = () => countRows(market.db, 'outbox_messages');
  const sendBy = (port: number) => {
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'a@test.example' });
    stops.push(() => mailer.close());
    market.services.mailer = mailer;
  };

  test.each([
    ['refuses', refusing, 3],
    ['hangs', hung, 1],
  ])(
    '%s: orders are placed and confirmed, and their mails are sent once when it is back',
    async (what, start, rounds) => {
      const port = await start();
      sendBy(port);
      const [buyer, farm] = [
        await makeTestBuyer(market),
        await makeFarm(market, { email: FARM_EMAIL }),
      ];
      const { id: productId } = await makeProduct(market, farm);
      const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 2 }]);
      await market.caller({ token: farm.token }).farmer.orders.confirm({ orderId });
      for (let round = 0; round < rounds; round += 1) {
        await market.workThroughOutbox();
        market.advance(20);
      }
      expect(await waiting()).toBe(2);

      // Back on its old port, or on another one while something still hangs there.
      const sink = await startSmtpSink(what === 'refuses' ? port : 0);
      stops.push(sink.stop);
      if (what === 'hangs') sendBy(Number(new URL(sink.url).port));
      for (let round = 0; round < 4; round += 1) {
        market.advance(300);
        await market.workThroughOutbox();
      }
      expect(sink.received.flatMap(({ recipients }) => recipients).sort()).toEqual(
        [buyer.email, FARM_EMAIL].sort(),
      );
      expect(
        sink.received
          .map(({ parsed }) => parsed.subject ?? '')
          .every((subject) => subject.includes(`#${orderId}`)),
      ).toBe(true);
      expect(await waiting()).toBe(0);
      report(
        'E39',
        `a mail server that ${what}, an order placed and confirmed meanwhile: 2 mails waited, each went out once`,
      );
    },
  );
});

test.each([
  ['refuses connections', async () => `smtp://127.0.0.1:${await closedPort()}`],
  ['says nothing', async () => `smtp://127.0.0.1:${await hung()}`],
  ['greets and then says nothing', async () => `smtp://127.0.0.1:${await hung('220 hello\r\n')}`],
  ['has an unknown host name', async () => 'smtp://no-such-host.invalid:25'],
])('E39: a mail to a server that %s fails within five seconds', async (what, start) => {
  const mailer = createSmtpMailer({ url: await start(), from: 'a@test.example' });
  stops.push(() => mailer.close());
  const to = { to: 'a@x.ke', language: 'en', supportEmail: 'help@test.example' } as const;
  const startedAt = performance.now();
  const sending = mailer.send(codeLetter({ ...to, purpose: 'login', code: '042137' }));
  await expect(sending).rejects.toThrow();
  const milliseconds = Math.round(performance.now() - startedAt);
  expect(milliseconds).toBeLessThan(5000);
  report('E39', `a mail server that ${what}: given up after ${milliseconds} ms`);
});

describe('E40: the geocoder', () => {
  test.each([
    ['refuses', refusing],
    ['hangs', hung],
  ])(
    '%s: places are found, a farm signs up, lists and moves, and a buyer orders',
    async (what, start) => {
      market.services.geocoder = createNominatim(market.db, {
        url: `http://127.0.0.1:${await start()}`,
        userAgent: 'test',
        clock: market.services.clock,
        sleep: async () => {},
        timeoutMilliseconds: 500,
      });
      const visitor = market.caller();
      expect((await visitor.places.search({ query: 'Nyeri' })).places.length).toBeGreaterThan(0);
      expect(
        JSON.stringify(await visitor.places.reverse({ latitude: -0.4169, longitude: 36.951 })),
      ).toContain('Nyeri');
      const farmer = await makeFarmer(market);
      const { location } = farmerSignup();
      const { gpsFix, county, subcounty, addressDescription } = location;
      if (!gpsFix) throw new Error('The signup of the factory has no measurement');
      const position = { latitude: -0.4171, longitude: 36.9512 };
      const asFarmer = market.caller({ token: farmer.token }).farmer;
      await asFarmer.moveFarm({ position, gpsFix, county, subcounty, addressDescription });
      const photo = photoPart(await makeJpeg({ width: 64, height: 48 }));
      const parts = [...productParts({ farmer_id: String(farmer.id) }), photo];
      const listed = await sendForm(market, '/api/farmer/products', parts, farmer);
      expect(listed.status).toBe(201);
      const product = listed.body.product as { id: number };
      const order = await makeOrder(market, await makeTestBuyer(market), [
        { productId: product.id, quantity: 2 },
      ]);
      await asFarmer.orders.confirm({ orderId: order.id });
      report(
        'E40',
        `a geocoder that ${what}: 2 places found in the gazetteer, a farm signed up and moved, a product listed, an order placed`,
      );
    },
  );
});
