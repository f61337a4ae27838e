import type { APIRequestContext } from 'playwright/test';
import type { Account } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { handoverCodeOf, orderProducts, stepOrder } from '#tests/e2e/orders.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(
  request: APIRequestContext,
  { token, buyer }: { token: string; buyer: Account },
) {
  const product = { name: '=1+1 kale', category: 'Vegetables', unit: 'kg', price: 45.5 };
  const { id: productId } = await call(request, token, {
    path: 'farmer.products.create',
    input: { ...product, quantity: 500 },
  });
  const asBuyer = (step: string, input: object) =>
    call(request, buyer.token, { path: `buyer.orders.${step}`, input });
  const handoverCode = (orderId: number) => handoverCodeOf(request, buyer.token, orderId);
  return {
    token,
    productId: Number(productId),
    order: () =>
      orderProducts(request, buyer.token, {
        productIds: [productId],
        quantity: 4,
        note: 'Bisha hodi',
      }),
    cancel: (orderId: number) => asBuyer('cancel', { orderId }),
    dispute: (orderId: number) => asBuyer('dispute', { orderId, reason: 'Half of it was rotten' }),
    rate: (orderId: number) => asBuyer('rate', { orderId, rating: 5, text: 'Very fresh' }),
    handoverCode,
    async complete(orderId: number) {
      await stepOrder(request, token, { orderId, steps: ['confirm', 'dispatch'] });
      const input = { orderId, handoverCode: await handoverCode(orderId) };
      await call(request, token, { path: 'farmer.orders.complete', input });
    },
  };
}
