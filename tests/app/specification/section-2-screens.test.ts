import { inflateSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

/** The text of a PDF. Its streams hold it in hexadecimal, cut into runs. */
function textOf(pdf: Buffer): string {
  const source = pdf.toString('latin1');
  const streams = [...source.matchAll(/\/FlateDecode[\s\S]*?stream\n([\s\S]*?)\nendstream/g)].map(
    ([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'),
  );
  const lines = streams.flatMap((stream) =>
    [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, runs = '']) => runs),
  );
  const decode = (runs: string) =>
    [...runs.matchAll(/<([0-9a-f]+)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join('');
  return lines.map(decode).join('\n');
}

describe("'These buttons: download report' downloads a file", () => {
  let market: Market;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market, { name: 'Kilima Wanjikũ' });
  });

  async function sell(number: number) {
    const buyer = await makeTestBuyer(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 1000, price: 100 });
    const orders = market.caller(farm).farmer.orders;
    for (let sold = 0; sold < number; sold++) {
      const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 2 }], {
        paymentMethod: 'Cash on delivery',
      });
      await orders.confirm({ orderId });
      await orders.dispatch({ orderId });
      await orders.complete({ orderId, handoverCode: codeOf(orderId) });
    }
  }
  const report = async (query = '', language = 'en') => {
    const headers = { 'accept-language': language };
    const response = await market.request(`/api/farmer/payments/report.pdf${query}`, {
      token: farm.token,
      headers,
    });
    return { response, pdf: Buffer.from(await response.arrayBuffer()) };
  };

  test("is a PDF of A4 pages with the month's payments, under its own file name", async () => {
    await sell(2);
    const { response, pdf } = await report();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="sokoshamba-payments-2026-03.pdf"',
    );
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toContain('[0 0 595.28 841.89]');
    const text = textOf(pdf);
    expect(text).toContain('March 2026');
    expect(text).toContain('Kilima Wanjiku');
    expect(text).toContain('KES 200.00');
    expect(text).toContain('KES 400.00');
  });

  test("is in the user's language, and can be for another month", async () => {
    const { response, pdf } = await report('?month=2026-02', 'sw');
    expect(response.headers.get('content-disposition')).toContain(
      'sokoshamba-payments-2026-02.pdf',
    );
    expect(textOf(pdf)).toContain('Februari 2026');
  });

  test('an invalid month is refused, and a buyer has no report', async () => {
    expect(
      (await call(market, '/api/farmer/payments/report.pdf?month=2026-13', undefined, farm)).status,
    ).toBe(400);
    const buyer = await makeTestBuyer(market);
    expect((await call(market, '/api/farmer/payments/report.pdf', undefined, buyer)).status).toBe(
      403,
    );
  });
});
