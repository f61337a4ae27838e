import type { Account, Api } from '#tests/e2e/api.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(api: Api, { token, buyer }: { token: string; buyer: Account }) {
  const product = { name: '=1+1 kale', category: 'Vegetables', unit: 'kg', price: 45.5 };
  const input = { ...product, quantity: 500 };
  const { id: productId } = await api.call(token, 'farmer.products.create', input);
  const asBuyer = (step: string, input: object) =>
    api.call(buyer.token, `buyer.orders.${step}`, input);
  const handoverCode = (orderId: number) => api.handoverCode(buyer.token, orderId);
  return {
    token,
    productId: Number(productId),
    order: () =>
      api.order(buyer.token, {
        productIds: [productId],
        quantity: 4,
        note: 'Bisha hodi',
      }),
    cancel: (orderId: number) => asBuyer('cancel', { orderId }),
    dispute: (orderId: number) => asBuyer('dispute', { orderId, reason: 'Half of it was rotten' }),
    rate: (orderId: number) => asBuyer('rate', { orderId, rating: 5, text: 'Very fresh' }),
    handoverCode,
    async complete(orderId: number) {
      await api.step(token, orderId, 'confirm', 'dispatch');
      const handover = { orderId, handoverCode: await handoverCode(orderId) };
      await api.call(token, 'farmer.orders.complete', handover);
    },
  };
}
