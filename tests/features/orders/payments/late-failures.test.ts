import { expect, test } from 'vitest';
import { findWrongMoney, makeShop, moneyOf } from '#tests/factories/money.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';

test('D34: an order paid by an earlier push stays paid when a later push fails', {
  tags: ['long'],
}, async () => {
  const market = await makeMarket();
  const mpesa = await openMpesa(market, { timeoutMilliseconds: 1000 });
  const shop = await makeShop(market);
  mpesa.behaviour.push = 'takenSilently';
  const id = await shop.confirmed();
  await shop.pay(id);
  const first = mpesa.lastPrompt();
  market.advance(3700);
  await mpesa.round();
  mpesa.behaviour.push = 'right';
  await shop.pay(id);
  mpesa.mpesa.answer(first, 'approve');
  await mpesa.workThrough();
  expect(await moneyOf(market, id)).toMatchObject({
    paymentStatus: 'paid',
    attempts: ['paid', 'pushed'],
  });
  await mpesa.answer('cancel');
  expect(await moneyOf(market, id)).toMatchObject({
    paymentStatus: 'paid',
    attempts: ['paid', 'failed'],
    money: ['received 250'],
  });
  expect(await findWrongMoney(market)).toEqual([]);
});
