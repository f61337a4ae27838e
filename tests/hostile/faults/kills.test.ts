import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeLiveMarket, temporaryFolder } from '#tests/hostile/parts/clients.ts';
import { createInsisting } from '#tests/hostile/parts/insisting.ts';
import { startPayingPhones } from '#tests/hostile/parts/paying-phones.ts';
import { startRetryingBuyers } from '#tests/hostile/parts/retrying-buyers.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const KILLS = Number(process.env.HOSTILE_KILLS ?? 4);
const ORDERS_BETWEEN = 5;

describe.runIf(isOnPostgres)('E42: kill -9 of the server during orders and payments', () => {
  const folder = temporaryFolder();
  afterAll(killAll);

  const name = `${KILLS} times: no acknowledged order is lost, none is doubled on retry, and each M-Pesa payment is booked once`;
  test(name, { timeout: 60_000 + KILLS * 7000 }, async () => {
    const market = await makeLiveMarket();
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 1_000_000 });
    let server: Awaited<ReturnType<typeof startServerChild>>;
    let restarting: Promise<void> | undefined;
    const recovered = async () => {
      await restarting;
      await new Promise(setImmediate);
    };
    const insisting = createInsisting({ port: () => server.word, recovered });
    const phones = await startPayingPhones(market, { insisting, farmerToken: farm.token });
    const startServer = () =>
      startServerChild({
        DATABASE_URL: testDatabaseUrl(),
        DATA_DIR: folder,
        MAX_PENDING_ORDERS: '1000000',
        ...phones.settings,
      });
    server = await startServer();
    const buyers = await startRetryingBuyers(market, { productId, insisting, pay: phones.pay });
    for (let kills = 0; kills < KILLS; kills += 1) {
      await buyers.more(ORDERS_BETWEEN + (kills % 7));
      restarting = kill(server.child).then(async () => {
        phones.serverIsDown();
        server = await startServer();
      });
      await restarting;
    }
    await buyers.more(ORDERS_BETWEEN);
    await buyers.stop();
    await phones.finish();
    await kill(server.child);

    await phones.sweep();
    await buyers.verify();
    await phones.verify();
    const { orders, retries } = buyers.count();
    const { taken, cancelled, callbacks, tries, neverSent } = phones.count();
    expect(orders).toBeGreaterThanOrEqual((KILLS + 1) * ORDERS_BETWEEN);
    expect(taken).toBeGreaterThanOrEqual(KILLS);
    report(
      'E42',
      `${KILLS} kills of the server, ${orders} orders acknowledged, ${retries} requests asked again; ${taken} payments taken by M-Pesa and ${cancelled} cancelled, ${callbacks} callbacks sent ${tries} times, ${neverSent} never: no order lost or doubled, every payment booked once`,
    );
  });
});
