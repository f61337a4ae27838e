import { codeLetter } from '#accounts/server/one-time-codes.ts';
import { createNominatim } from '#places/server/nominatim.ts';
import { createSmtpMailer } from '#server/adapters/mailer.ts';
import {
  caller,
  db,
  farmerSignup,
  makeFarmer,
  makeOrder,
  makeTestBuyer,
  openMarket,
  productForm,
  report,
  services,
} from '#tests/setup/in-market.ts';
import { startSilentServer } from '#tests/setup/servers/smtp-sink.ts';

async function hung(greeting = '') {
  const silent = await startSilentServer(greeting);
  onTestFinished(silent.stop);
  return Number(new URL(silent.url).port);
}

test.each([
  ['greets and then says nothing', async () => `smtp://127.0.0.1:${await hung('220 hello\r\n')}`],
  ['has an unknown host name', async () => 'smtp://no-such-host.invalid:25'],
])('E39: a mail to a server that %s fails within five seconds', async (what, start) => {
  const mailer = createSmtpMailer({ url: await start(), from: 'a@test.example' });
  onTestFinished(() => mailer.close());
  const to = { to: 'a@x.ke', language: 'en', supportEmail: 'help@test.example' } as const;
  const startedAt = performance.now();
  const sending = mailer.send(codeLetter({ ...to, purpose: 'login', code: '042137' }));
  await expect(sending).rejects.toThrow();
  const milliseconds = Math.round(performance.now() - startedAt);
  expect(milliseconds).toBeLessThan(5000);
  report('E39', `a mail server that ${what}: given up after ${milliseconds} ms`);
});

test('E40: a geocoder that hangs: a farm signs up, moves and lists, and a buyer orders', async () => {
  await openMarket();
  services.geocoder = createNominatim(db, {
    url: `http://127.0.0.1:${await hung()}`,
    userAgent: 'test',
    clock: services.clock,
    sleep: async () => {},
    timeoutMilliseconds: 500,
  });
  const position = { latitude: -0.4171, longitude: 36.9512 };
  const place = await caller().places.reverse(position);
  expect(JSON.stringify(place)).toContain('Nyeri');
  const asFarmer = caller(await makeFarmer()).farmer;
  const { gpsFix, county, subcounty, addressDescription } = farmerSignup().location;
  if (!gpsFix) throw new Error('The signup of the factory has no measurement');
  await asFarmer.moveFarm({ position, gpsFix, county, subcounty, addressDescription });
  const { id: productId } = await asFarmer.products.create(productForm());
  const buyer = await makeTestBuyer();
  const { id: orderId } = await makeOrder(buyer, [{ productId, quantity: 2 }]);
  await asFarmer.orders.confirm({ orderId });
});
