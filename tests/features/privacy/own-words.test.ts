import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { countRows, dumpDatabase } from '#tests/setup/rows.ts';

describe('F73: the texts of a deleted person', () => {
  let market: Market;
  let buyer: Awaited<ReturnType<typeof makeBuyer>>;
  let farmer: Awaited<ReturnType<typeof makeFarmer>>;
  let productId: number;
  const asBuyer = () => market.caller(buyer).buyer.orders;
  const asFarmer = () => market.caller(farmer).farmer.orders;
  const erase = ({ token }: { token: string }) =>
    market.caller({ token }).auth.deleteAccount({ password: PASSWORD });

  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeBuyer(market);
    farmer = await makeFarmer(market);
    productId = (await makeProduct(market, farmer)).id;
    await writeEverywhere();
    await market.workThroughOutbox();
  });

  const place = async (note?: string) =>
    (await makeOrder(market, buyer, [{ productId, quantity: 1 }], { ...(note && { note }) })).id;

  /**
   * Each side writes wherever it can: the buyer's texts begin with BUYER, the farmer's with FARMER.
   */
  async function writeEverywhere() {
    const rejected = await place('BUYER note');
    await asFarmer().reject({ orderId: rejected, reason: 'FARMER rejects' });
    const cancelled = await place();
    await asFarmer().confirm({ orderId: cancelled });
    await asFarmer().cancel({ orderId: cancelled, reason: 'FARMER cancels' });
    const rated = await place();
    await asFarmer().confirm({ orderId: rated });
    await asFarmer().dispatch({ orderId: rated });
    await asFarmer().complete({ orderId: rated, handoverCode: codeOf(rated) });
    await asBuyer().rate({ orderId: rated, rating: 4, text: 'BUYER rates' });
    await asFarmer().answerReview({ orderId: rated, answer: 'FARMER answers' });
    const disputed = await place();
    await asFarmer().confirm({ orderId: disputed });
    await asFarmer().dispatch({ orderId: disputed });
    await asBuyer().dispute({ orderId: disputed, reason: 'BUYER disputes' });
    await asFarmer().answerDispute({ orderId: disputed, answer: 'FARMER replies' });
    // The operator decides; both may leave then.
    await market.db.execute(sql`update orders set status = 'cancelled' where id = ${disputed}`);
  }

  const written = async (whose: 'BUYER' | 'FARMER') =>
    [...(await dumpDatabase(market.db)).matchAll(new RegExp(`${whose} [a-z]+`, 'g'))]
      .map(([text]) => text)
      .sort();

  test("a buyer's review, reasons and notes are deleted; stars, orders and the farmer's texts remain", async () => {
    const before = await written('BUYER');
    expect(before).toEqual(['BUYER disputes', 'BUYER note', 'BUYER rates']);
    await erase(buyer);
    expect(await written('BUYER')).toEqual([]);
    expect(await written('FARMER')).toEqual([
      'FARMER answers',
      'FARMER cancels',
      'FARMER rejects',
      'FARMER replies',
    ]);
    expect(await countRows(market.db, 'reviews', sql`rating = 4`)).toBe(1);
    expect(await countRows(market.db, 'orders')).toBe(4);
    report('F73', `a deleted buyer's ${before.length} texts: none left; 4 of the farmer's stay`);
  });

  test("a farmer's replies and reasons are deleted; the buyer's texts remain", async () => {
    const before = await written('FARMER');
    expect(before).toEqual([
      'FARMER answers',
      'FARMER cancels',
      'FARMER rejects',
      'FARMER replies',
    ]);
    await erase(farmer);
    expect(await written('FARMER')).toEqual([]);
    expect(await written('BUYER')).toEqual(['BUYER disputes', 'BUYER note', 'BUYER rates']);
    report('F73', `a deleted farmer's ${before.length} texts: none left; 3 of the buyer's stay`);
  });
});
