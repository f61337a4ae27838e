import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from 'playwright/test';
import type { Account } from '#tests/e2e/accounts.ts';
import { addProduct } from '#tests/e2e/pages/farmer-dashboard-page.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** A farmer with a product, and a buyer who orders over the REST paths. */
export async function openShop(
  request: APIRequestContext,
  { token, buyer }: { token: string; buyer: Account },
) {
  // A spreadsheet would run this as a formula.
  await addProduct(request, token, {
    name: '=1+1 kale',
    category: 'Vegetables',
    quantity: 500,
    unit: 'kg',
    price: 45.5,
  });
  const call = async (
    method: 'get' | 'post' | 'put',
    path: string,
    { as = buyer.token, data = {}, headers = {} } = {},
  ) => {
    const answer = await request[method](path, {
      headers: { authorization: `Bearer ${as}`, ...headers },
      ...(method !== 'get' && { data }),
    });
    if (!answer.ok())
      throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  };
  const { products } = await call('get', '/api/farmer/products', { as: token });
  const productId: number = products[0].id;
  return {
    productId,
    buyer,
    /** KES 182 for four kilograms, collected and paid in cash. */
    async order(): Promise<number> {
      await call('put', '/api/buyer/cart', { data: { lines: [{ productId, quantity: 4 }] } });
      const order = {
        fulfilment: 'collection',
        paymentMethod: 'Cash on delivery',
        note: 'Bisha hodi',
      };
      const placed = await call('post', '/api/buyer/orders', {
        data: order,
        headers: { 'idempotency-key': randomUUID() },
      });
      return placed.orders[0].id;
    },
    cancel: (id: number) => call('post', `/api/buyer/orders/${id}/cancel`),
    rate: (id: number) =>
      call('post', `/api/buyer/orders/${id}/rate`, { data: { rating: 5, text: 'Very fresh' } }),
    handoverCode: async (id: number): Promise<string> =>
      (await call('get', `/api/buyer/orders/${id}`)).order.handoverCode,
    async dispatch(id: number) {
      await call('post', `/api/farmer/orders/${id}/confirm`, { as: token });
      await call('post', `/api/farmer/orders/${id}/dispatch`, { as: token });
    },
    async complete(id: number) {
      await this.dispatch(id);
      const handoverCode = (await call('get', `/api/buyer/orders/${id}`)).order.handoverCode;
      await call('post', `/api/farmer/orders/${id}/complete`, {
        as: token,
        data: { handoverCode },
      });
    },
  };
}
