import { runOrderClock } from '#orders/server/order-steps.ts';
import { measureSms } from '#rules/text/sms.ts';
import {
  advance,
  asBuyer,
  buyer,
  caller,
  DAY,
  db,
  FARM_PHONE,
  farm,
  givenPhones,
  givePhone,
  makeOrder,
  makePreOrder,
  mpesa,
  ownPhone,
  phoneOf,
  services,
  sms,
  sql,
} from '#tests/setup/in-market.ts';

/* A harvest of 100 kg at KES 50, with a deposit of 30 percent. The buyer orders 20 kg: 1000. */

const numbers = { farmer: FARM_PHONE, buyer: '+254722000111' };

givenPhones({ isOwned: false, hasMpesa: true });
beforeEach(async () => {
  kale = await makePreOrder(farm, { name: 'Sukuma' });
});
let kale: { id: number };

async function givePhones(language: Language) {
  await ownPhone(language);
  await givePhone(buyer, { phoneNumber: numbers.buyer, language });
  await db.execute(sql`update users set email = null, email_verified_at = null`);
}

async function lastOf(side: 'farmer' | 'buyer') {
  await phoneOf(sms, numbers[side]).settle();
  const text = sms.inbox(numbers[side])[0] ?? '';
  expect(measureSms(text)).toMatchObject({ isGsm7: true, parts: 1 });
  return text;
}

const preOrder = async () =>
  (
    await makeOrder(buyer, [{ productId: kale.id, quantity: 20 }], {
      paymentMethod: 'M-Pesa',
    })
  ).id;
async function pay(orderId: number) {
  await asBuyer().pay({ orderId, phoneNumber: numbers.buyer });
  await mpesa.answer('approve');
}
const harvest = (quantity: number) =>
  caller(farm).farmer.orders.declareHarvest({ productId: kale.id, quantity });

test('the farmer hears of a pre-order and of its deposit, the buyer of the harvest', async () => {
  await givePhones('sw');
  const id = await preOrder();
  expect(await lastOf('farmer')).toContain(
    `Oda ya mapema ${id}: Achieng Otieno, kilo 20 za Sukuma, KES 1,000.`,
  );
  await pay(id);
  expect(await lastOf('farmer')).toContain(
    'Achieng Otieno amelipa malipo ya awali ya KES 300 kwa kilo 20 za Sukuma.',
  );
  await harvest(15);
  expect(await lastOf('buyer')).toContain('limevuna kilo 15 za Sukuma. Lipa iliyobaki KES 450');
});

test('a harvest that fails says that the deposit goes back', async () => {
  await givePhones('en');
  await pay(await preOrder());
  await lastOf('buyer');
  await harvest(0);
  expect(await lastOf('buyer')).toContain('has no 20 kg Sukuma. We refund your deposit of KES 300');
});

test('an end before the rest is paid says that the deposit goes back', async () => {
  await givePhones('en');
  const id = await preOrder();
  await pay(id);
  await harvest(100);
  await lastOf('buyer');
  advance(DAY + 1);
  await runOrderClock(db, services);
  expect(await lastOf('buyer')).toContain('We refund your deposit of KES 300');
});

test('without the deposit in time both hear that it has ended', async () => {
  await givePhones('en');
  const id = await preOrder();
  await lastOf('farmer');
  advance(DAY + 1);
  await runOrderClock(db, services);
  const ended = `Pre-order ${id} has expired: 20 kg Sukuma`;
  expect(await lastOf('farmer')).toContain(ended);
  expect(await lastOf('buyer')).toContain(ended);
});
