import { linesOf, readBasket } from '#standing-orders/server/list-standing-orders.ts';
import { findStandingOrder } from '#standing-orders/server/queries.ts';
import {
  changeProduct,
  makeFarm,
  makeProduct,
  makeStanding,
  market,
  openMarket,
  services,
} from '#tests/setup/in-market.ts';

const after = <Query extends object>(query: Query, happen: () => Promise<unknown>): Query =>
  new Proxy(query, {
    get(built, key) {
      const value: unknown = Reflect.get(built, key);
      if (typeof value !== 'function') return value;
      if (key !== 'then')
        return (...given: unknown[]) => after(Reflect.apply(value, built, given), happen);
      return (...given: unknown[]) => happen().then(() => Reflect.apply(value, built, given));
    },
  });

function withChange(db: Database, happen: () => Promise<unknown>): Database {
  let queries = 0;
  return new Proxy(db, {
    get(own, key) {
      if (key !== 'select') return Reflect.get(own, key);
      return (...given: Parameters<Database['select']>) => {
        const query = own.select(...given);
        queries += 1;
        return queries === 3 ? after(query, happen) : query;
      };
    },
  });
}

test.each([
  ['costs more than the highest price', { priceCents: 6001 }, null],
  ['is sold in another unit', { unit: 'bags' as const }, null],
  ['costs a little more', { priceCents: 6000 }, 6000],
])(
  "another farm's product that %s once it is read is not taken for more",
  async (_, changed, price) => {
    await openMarket();
    const standing = await makeStanding({ whenMissing: 'nearest' });
    await changeProduct(standing.kale.id, { quantity: 0 });
    const other = await makeProduct(await makeFarm(), { quantity: 100, price: 50 });
    const order = await findStandingOrder(market.db, standing.id);
    if (!order) throw new Error('The standing order is not there');
    const lines = await linesOf(market.db, standing.id);
    const wanted = { order, lines, changes: [], deliveryFees: null };
    const db = withChange(market.db, () => changeProduct(other.id, changed));
    const [line] = await readBasket(db, wanted, services);
    expect(line?.ordered?.priceCents ?? null).toBe(price);
  },
);
