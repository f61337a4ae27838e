import {
  asBuyer,
  asFarmer,
  buyer,
  call,
  codeOf,
  completed,
  farm,
  givenTrade,
  makeFarm,
  makeOrder,
  makeProduct,
  order,
  refused,
  START,
} from '#tests/setup/in-market.ts';

givenTrade();
async function completedAt(at: typeof farm): Promise<number> {
  const { id: productId } = await makeProduct(at);
  const { id: orderId } = await makeOrder(buyer, [{ productId, quantity: 1 }]);
  await asFarmer(at).confirm({ orderId });
  await asFarmer(at).dispatch({ orderId });
  await asFarmer(at).complete({ orderId, handoverCode: codeOf(orderId) });
  return orderId;
}

test('farmers rate buyers after completion, once, with one to five stars', async () => {
  const orderId = await order();
  await refused(asFarmer().rateBuyer({ orderId, rating: 5 }), 'REVIEW_NOT_ALLOWED');
  const done = await completed();
  expect((await asFarmer().get({ orderId: done })).steps).toContain('rateBuyer');
  for (const rating of [0, 6, 4.5])
    await refused(asFarmer().rateBuyer({ orderId: done, rating }), 'INVALID_INPUT');
  const { body } = await call(`/api/farmer/orders/${done}/rate`, { rating: 4 }, farm);
  expect(body.order).toMatchObject({ givenRating: 4, buyerRating: null });
  const seen = Object.keys(await asBuyer().get({ orderId: done }));
  expect(seen.filter((name) => ['buyerRating', 'givenRating'].includes(name))).toEqual([]);
  expect((await asFarmer().get({ orderId: done })).steps).not.toContain('rateBuyer');
  await refused(asFarmer().rateBuyer({ orderId: done, rating: 1 }), 'REVIEW_EXISTS');
});

test('from three ratings on every farmer with an order of the buyer sees their mean; before that nobody does', async () => {
  const orderId = await order();
  const shown = async () => (await asFarmer().get({ orderId })).buyerRating;
  for (const [index, rating] of [5, 4, 4].entries()) {
    expect(await shown(), `after ${index} ratings`).toBeNull();
    const rater = await makeFarm({ visitedAt: START });
    await asFarmer(rater).rateBuyer({ orderId: await completedAt(rater), rating });
  }
  const unproven = await makeFarm();
  await asFarmer(unproven).rateBuyer({ orderId: await completedAt(unproven), rating: 1 });
  expect(await shown()).toEqual({ rating: 4.3, count: 3 });
  const { orders } = await asFarmer().list({});
  expect(orders).toMatchObject([
    { id: orderId, buyerRating: { rating: 4.3, count: 3 }, givenRating: null },
  ]);
});
