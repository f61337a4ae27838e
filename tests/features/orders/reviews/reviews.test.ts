import {
  asBuyer,
  asFarmer,
  buyer,
  call,
  caller,
  changeOrder,
  completed,
  countRows,
  decideDispute,
  farm,
  givenTrade,
  mailbox,
  makeFarm,
  makeProvenBuyer,
  now,
  order,
  refused,
  runOutbox,
  START,
} from '#tests/setup/in-market.ts';

givenTrade({
  buyer: { phoneVerifiedAt: START },
  farm: { email: 'wanjiru@shamba.example' },
  goods: { quantity: 500, price: 45.5 },
});
const profile = () => caller(farm).farmer.profile();
const overview = () => caller(farm).farmer.overview();
const rated = async (rating: number, by = buyer) =>
  asBuyer(by).rate({ orderId: await completed(10, {}, by), rating });
const reviews = (cursor?: string) =>
  caller().market.farmReviews({ farmId: farm.id, ...(cursor && { cursor }) });

test('a completed order is rated once, with one to five stars, only by its buyer', async () => {
  await refused(asBuyer().rate({ orderId: await order(), rating: 5 }), 'REVIEW_NOT_ALLOWED');
  const orderId = await completed(10);
  for (const rating of [0, 6, 4.5])
    await refused(asBuyer().rate({ orderId, rating }), 'INVALID_INPUT');
  await refused(asFarmer().answerReview({ orderId, answer: 'Thank you' }), 'REVIEW_NOT_ALLOWED');
  expect(await countRows('reviews')).toBe(0);
  const review = await asBuyer().rate({ orderId, rating: 4, text: '  Fresh and well packed ' });
  expect(review.steps).not.toContain('rate');
  const again = await call(`/api/buyer/orders/${orderId}/rate`, { rating: 1 }, buyer);
  expect(again).toMatchObject({
    status: 409,
    body: { message: 'You have already rated this order.' },
  });
  expect((await reviews()).reviews).toEqual([
    {
      ...{ rating: 4, text: 'Fresh and well packed', answer: null, isCounted: true },
      ...{ buyerFirstName: 'Achieng', date: now().toISOString() },
    },
  ]);
});

test("a list of farms includes each farm's rating if it has one", async () => {
  const unrated = await makeFarm({ email: 'kip@shamba.example' });
  await rated(4);
  expect(await caller().market.farmRatings({ farmIds: [unrated.id, farm.id, farm.id] })).toEqual([
    { farmId: farm.id, rating: 4, count: 1 },
  ]);
});

test('of many simultaneous ratings of one order one counts', async () => {
  const orderId = await completed(10);
  const tries = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((rating) => asBuyer().rate({ orderId, rating })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await countRows('reviews')).toBe(1);
});

test('the farmer is told by mail, and replies once', async () => {
  const orderId = await completed(10);
  await asBuyer().rate({ orderId, rating: 3, text: 'Two days late' });
  mailbox.length = 0;
  while ((await runOutbox()) > 0);
  const mail = mailbox.find(({ subject }) => subject.includes('3 out of 5 stars'));
  expect(mail).toMatchObject({ to: 'wanjiru@shamba.example' });
  expect(mail?.text).toContain('Two days late');

  const answer = 'The road was flooded, sorry';
  const answered = await asFarmer().answerReview({ orderId, answer });
  expect(answered.steps).not.toContain('answer');
  await refused(asFarmer().answerReview({ orderId, answer: 'Or was it?' }), 'REVIEW_ANSWERED');
  expect((await reviews()).reviews).toMatchObject([{ answer }]);
});

test('reviews come in pages, newest first, each once', async () => {
  const ids = [];
  for (let made = 0; made < 7; made++) {
    const orderId = await completed();
    await asBuyer().rate({ orderId, rating: 5, text: `Order ${orderId}` });
    ids.push(orderId);
  }
  const first = await reviews();
  const second = await reviews(first.nextCursor ?? '');
  expect([...first.reviews, ...second.reviews].map(({ text }) => text)).toEqual(
    ids.reverse().map((id) => `Order ${id}`),
  );
  expect([first.reviews.length, second.nextCursor]).toEqual([5, null]);
});

test('a rating counts and is shown while its order is completed, and not once it is disputed or cancelled', async () => {
  await rated(2, await makeProvenBuyer());
  const orderId = await completed(10);
  await asBuyer().rate({ orderId, rating: 5, text: 'Wonderful' });
  const standing = async () => {
    const { rating, count, reviews: shown } = await reviews();
    for (const { reputationScore } of [await profile(), await overview()])
      expect(reputationScore).toBe(rating);
    return { rating, count, shown: shown.map(({ text }) => text) };
  };
  const both = { rating: 3.5, count: 2, shown: ['Wonderful', ''] };
  expect(await standing()).toEqual(both);
  await asBuyer().dispute({ orderId, reason: 'It never came' });
  expect(await standing()).toEqual({ rating: 2, count: 1, shown: [''] });
  await decideDispute(orderId, 'completed');
  expect(await standing()).toEqual(both);
  await changeOrder(orderId, { status: 'cancelled' });
  expect(await standing()).toEqual({ rating: 2, count: 1, shown: [''] });
  expect(await asBuyer().get({ orderId })).toMatchObject({
    status: 'cancelled',
    review: { rating: 5 },
  });
});

test('the overview shows the five newest orders', async () => {
  const ids = [];
  for (let made = 0; made < 6; made++) ids.push(await order());
  const { recentOrders } = await overview();
  expect(recentOrders.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 5));
});
