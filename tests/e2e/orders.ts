import type { APIRequestContext } from 'playwright/test';
import { call } from './call.ts';
import { uniqueWord } from './pages/market-page.ts';

type Ordered = {
  productIds: (number | undefined)[];
  quantity?: number;
  paymentMethod?: 'Cash on delivery' | 'M-Pesa';
  note?: string;
};

/** Orders products of one farm, to be collected. @returns the order's id */
export async function orderProducts(
  request: APIRequestContext,
  token: string,
  { productIds, quantity = 1, paymentMethod = 'Cash on delivery', note = '' }: Ordered,
): Promise<number> {
  const lines = productIds.map((productId) => ({ productId, quantity }));
  await call(request, token, { path: 'buyer.cart.put', input: { lines } });
  const order = { fulfilment: 'collection', paymentMethod, note };
  const placed = await call(request, token, {
    path: 'buyer.orders.place',
    input: { idempotencyKey: uniqueWord(), order },
  });
  return placed.orders[0].id;
}

/** The farmer takes these steps of an order. */
export async function stepOrder(
  request: APIRequestContext,
  token: string,
  { orderId, steps }: { orderId: number; steps: ('confirm' | 'dispatch')[] },
) {
  for (const step of steps)
    await call(request, token, { path: `farmer.orders.${step}`, input: { orderId } });
}

export async function handoverCodeOf(
  request: APIRequestContext,
  token: string,
  orderId: number,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.get(`/api/buyer/orders/${orderId}`, { headers });
  return (await answer.json()).order.handoverCode;
}

/** Orders a product, and takes the order to its end with a rating. @returns the order's id */
export async function completeOrder(
  request: APIRequestContext,
  { farmer, buyer, productId }: { farmer: string; buyer: string; productId: number | undefined },
): Promise<number> {
  const orderId = await orderProducts(request, buyer, { productIds: [productId], quantity: 2 });
  await stepOrder(request, farmer, { orderId, steps: ['confirm', 'dispatch'] });
  const handoverCode = await handoverCodeOf(request, buyer, orderId);
  await call(request, farmer, {
    path: 'farmer.orders.complete',
    input: { orderId, handoverCode },
  });
  const rating = { orderId, rating: 4, text: 'Very fresh' };
  await call(request, buyer, { path: 'buyer.orders.rate', input: rating });
  return orderId;
}
