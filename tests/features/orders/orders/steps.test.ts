import {
  asBuyer,
  asFarmer,
  buyer,
  byMpesa,
  call,
  changeOrder,
  codeOf,
  confirmed,
  dispatched,
  expectBooks,
  farm,
  givenTrade,
  HOUR,
  insertKeyOf,
  mailbox,
  now,
  order,
  refused,
  runOutbox,
  subjects,
  wait,
} from '#tests/setup/in-market.ts';

givenTrade({ goods: { quantity: 20 } });

test('an order goes from the cart to the handover, and each side hears of what the other did', async () => {
  const id = await order(5);
  expect(await subjects()).toEqual([`New order #${id}`]);
  const listed = { id, buyerName: 'Achieng Otieno', itemCount: 1, amount: 250 };
  expect((await asFarmer().list({})).orders).toMatchObject([listed]);
  await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-04' });
  expect(await subjects()).toEqual([`Order #${id} was accepted`]);
  const confirmedOrder = { deliveryDate: '2026-03-04', handoverCode: null };
  expect(await asBuyer().get({ orderId: id })).toMatchObject(confirmedOrder);
  await asFarmer().dispatch({ orderId: id });
  expect(await subjects()).toEqual([`Order #${id} is ready to collect`]);
  const { handoverCode } = await asBuyer().get({ orderId: id });
  expect(handoverCode).toMatch(/^\d{4}$/);
  const done = await asFarmer().complete({ orderId: id, handoverCode: handoverCode ?? '' });
  expect(done).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
  expect(await subjects()).toEqual([`Order #${id} is complete`]);
  await expectBooks({ onHand: 15, reserved: 0, sold: 5 });
  expect(
    (await asBuyer().get({ orderId: id })).events.map(
      ({ actor, from, to }) => `${actor}: ${from} -> ${to}`,
    ),
  ).toEqual([
    'buyer: null -> pending',
    'farmer: pending -> confirmed',
    'farmer: confirmed -> dispatched',
    'farmer: dispatched -> completed',
    'farmer: pending -> paid',
  ]);
});

test('the stock of a rejected order is back and the buyer reads why', async () => {
  const id = await order(5);
  await subjects();
  await asFarmer().reject({ orderId: id, reason: 'Hail took it' });
  await expectBooks({ onHand: 20, reserved: 0 });
  expect(await asBuyer().get({ orderId: id })).toMatchObject({
    status: 'rejected',
    reason: 'Hail took it',
    steps: [],
  });
  await runOutbox();
  expect(mailbox.at(-1)?.text).toContain('Reason given: Hail took it');
});

test('the stock of an order that its buyer cancels before or after the farmer’s yes is back', async () => {
  for (const isConfirmed of [false, true]) {
    const id = await (isConfirmed ? confirmed(5) : order(5));
    expect(await asBuyer().cancel({ orderId: id })).toMatchObject({ paymentStatus: 'pending' });
    await expectBooks({ onHand: 20 });
  }
});

test('an order paid and not dispatched for 48 hours, or past the promised day, the buyer may cancel', async () => {
  const id = await order(5);
  await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-02' });
  await byMpesa(id, 'paid');
  expect((await asBuyer().get({ orderId: id })).steps).not.toContain('cancel');
  await wait(15 * HOUR);
  expect(await asBuyer().cancel({ orderId: id })).toMatchObject({ paymentStatus: 'refund_due' });
});

test('an order: five wrong handover codes lock it for the farmer; the buyer can still confirm receipt', async () => {
  const id = await dispatched(5);
  const complete = (handoverCode: string) => asFarmer().complete({ orderId: id, handoverCode });
  const wrong = String((Number(codeOf(id)) + 1) % 10_000).padStart(4, '0');
  for (let tries = 0; tries < 5; tries += 1) {
    await refused(complete(wrong), 'HANDOVER_CODE_WRONG');
  }
  await refused(complete(codeOf(id)), 'HANDOVER_LOCKED');
  expect((await asFarmer().get({ orderId: id })).handoverTriesLeft).toBe(0);
  expect(await asBuyer().received({ orderId: id })).toMatchObject({
    status: 'completed',
    paymentStatus: 'paid',
  });
});

test('a disputed order waits for the operator', async () => {
  const id = await dispatched(5);
  const disputed = await asBuyer().dispute({ orderId: id, reason: 'Half of it was rotten' });
  expect(disputed).toMatchObject({ status: 'disputed', steps: [] });
  const completing = asFarmer().complete({ orderId: id, handoverCode: codeOf(id) });
  await refused(completing, 'STEP_NOT_ALLOWED');
  await expectBooks({ reserved: 5 });
});

test('a step that the table does not allow is a 409 with a sentence, and changes nothing', async () => {
  const id = await order(5);
  const steps = [
    ['farmer', 'dispatch', {}],
    ['farmer', 'complete', { handoverCode: '1234' }],
    ['buyer', 'received', {}],
    ['buyer', 'dispute', { reason: 'Too slow' }],
  ] as const;
  for (const [role, step, body] of steps) {
    const token = role === 'buyer' ? buyer.token : farm.token;
    expect(await call(`/api/${role}/orders/${id}/${step}`, body, { token })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has changed') },
    });
  }
  expect(await asBuyer().get({ orderId: id })).toMatchObject({
    status: 'pending',
    events: [{ to: 'pending' }],
  });
});

test('a day in the past is no delivery date', async () => {
  const id = await order(5);
  const confirming = asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-01' });
  await refused(confirming, 'DELIVERY_DATE_PAST');
});

test('an order that M-Pesa has not paid cannot be dispatched, and the answer says so', async () => {
  const id = await order(5);
  await byMpesa(id, 'pending');
  await asFarmer().confirm({ orderId: id });
  const refused = await call(`/api/farmer/orders/${id}/dispatch`, {}, farm);
  expect([refused.status, refused.body.message]).toEqual([409, 'The buyer has not paid yet.']);
  await byMpesa(id, 'paid');
  expect(await asFarmer().dispatch({ orderId: id })).toMatchObject({ status: 'dispatched' });
});

test('an order by API key has no handover code', async () => {
  const orderId = await dispatched();
  const token = await insertKeyOf(buyer.id, ['read']);
  expect((await asBuyer().get({ orderId })).handoverCode).toBe(codeOf(orderId));
  const byKey = asBuyer({ token });
  expect((await byKey.get({ orderId })).handoverCode).toBeNull();
  const { orders } = await byKey.list({});
  expect(orders).toMatchObject([{ id: orderId, handoverCode: null }]);
});

test('an order by API key is rejected only if no deposit goes back', async () => {
  const orderId = await order();
  const byKey = asFarmer({ token: await insertKeyOf(farm.id, ['orders']) });
  await changeOrder(orderId, { depositPaidAt: now() });
  await refused(byKey.reject({ orderId }), 'KEY_NOT_ALLOWED');
  await changeOrder(orderId, { depositPaidAt: null });
  expect(await byKey.reject({ orderId })).toMatchObject({ status: 'rejected' });
});
