import { SMS_SUMMARY_SECONDS } from '#notifications/rules/notice.ts';
import { smsCauses } from '#notifications/server/sms-causes.ts';
import { measureSms } from '#rules/text/sms.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  caller,
  changeOrder,
  db,
  dropEmail,
  FARM_PHONE,
  farm,
  givenPhones,
  givePhone,
  makeProduct,
  makeTestBuyer,
  market,
  order,
  phone,
  product,
  sms,
  sql,
} from '#tests/setup/in-market.ts';

const BUYERS_PHONE = '+254722000111';
const numbers = { farmer: FARM_PHONE, buyer: BUYERS_PHONE };

givenPhones();
beforeEach(() => givePhone(buyer, { phoneNumber: BUYERS_PHONE, language: 'en' }));

const dropEmails = () => db.execute(sql`update users set email = null, email_verified_at = null`);
async function told(side: 'farmer' | 'buyer') {
  await phone.settle();
  const texts = sms.inbox(numbers[side]);
  for (const text of texts) expect(measureSms(text)).toMatchObject({ isGsm7: true, parts: 1 });
  return texts;
}

const steps = async () => {
  const orderId = await order(2);
  await asFarmer().confirm({ orderId });
  const accepted = (await told('buyer'))[0];
  await asFarmer().dispatch({ orderId });
  const ready = (await told('buyer'))[0];
  await asBuyer().received({ orderId });
  return { orderId, accepted, ready, completed: (await told('farmer'))[0] };
};

test('the steps of an order go by SMS to people without an email', async () => {
  await dropEmails();
  const { orderId, accepted, ready, completed } = await steps();
  expect(accepted).toBe(`Order ${orderId} is accepted: 2 kg Nyanya from Kilima Farm.`);
  expect(ready).toBe(
    `Order ${orderId} is ready to collect: 2 kg Nyanya from Kilima Farm. Your handover code is on SokoShamba.`,
  );
  expect(completed).toMatch(new RegExp(`^Oda ${orderId} imekamilika: KES \\d+\\. Asante\\.$`));
  expect(await told('buyer')).toHaveLength(2);
});

test('the steps of an order go by mail to everyone else after it was accepted, unless SMS were chosen', async () => {
  await steps();
  expect(await told('buyer')).toEqual([expect.stringContaining('is accepted')]);
  await market
    .caller(buyer)
    .notifications.setPreferences({ topic: 'orders', channel: 'sms', isOn: true });
  expect((await steps()).ready).toContain('is ready');
});

test('an accepted order that is paid by M-Pesa asks for the payment', async () => {
  await dropEmails();
  const orderId = await order(2);
  await changeOrder(orderId, { paymentMethod: 'M-Pesa' });
  await asFarmer().confirm({ orderId });
  expect((await told('buyer'))[0]).toContain('Pay by M-Pesa');
});

test('the steps of an order: nothing is told of a step that is outdated when its SMS is written', async () => {
  await dropEmails();
  const orderId = await order(2);
  await asFarmer().confirm({ orderId });
  await asFarmer().dispatch({ orderId });
  expect(await told('buyer')).toEqual([expect.stringContaining('is ready to collect')]);
});

const offer = () => caller(buyer).offers.make({ productId: product.id, quantity: 12, price: 40 });

test('price offers go by SMS to people without an email, both ways', async () => {
  await dropEmails();
  const { id: offerId } = await offer();
  expect(await told('farmer')).toHaveLength(1);
  await caller(farm).offers.accept({ offerId });
  expect(await told('buyer')).toEqual([
    'SokoShamba: Your offer for Nyanya was accepted. See it on SokoShamba.',
  ]);
});

test('price offers do not if there is an email, nor from a buyer whom nothing proves', async () => {
  await offer();
  expect(await told('farmer')).toEqual([]);
  const other = await makeProduct(farm, { name: 'Karoti', quantity: 100 });
  const unproven = await makeTestBuyer({ phoneNumber: '+254722000333' });
  await dropEmail(farm.id);
  await caller(unproven).offers.make({ productId: other.id, quantity: 12, price: 40 });
  expect(await told('farmer')).toEqual([]);
});

test("messages and offers over the day's cap are counted in one SMS", async () => {
  await dropEmails();
  const cap = smsCauses.message.perRecipient;
  for (let nth = 0; nth < cap + 3; nth += 1) {
    const { id: productId } = await makeProduct(farm, { name: `Mboga ${nth}` });
    const caller = market.caller(buyer);
    if (nth % 2 === 0) await caller.conversations.start({ productId, text: 'Bado zipo?' });
    else await caller.offers.make({ productId, quantity: 1, price: 40 });
    advance(60);
  }
  expect(await told('farmer')).toHaveLength(cap);
  advance(SMS_SUMMARY_SECONDS);
  const texts = await told('farmer');
  expect(texts).toHaveLength(cap + 1);
  expect(texts[0]).toBe(
    'Ujumbe na mapendekezo zaidi: 3. Soma kwenye SokoShamba, au piga *384*77#.',
  );
});
