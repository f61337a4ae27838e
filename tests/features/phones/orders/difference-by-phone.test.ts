import { phoneLines } from '#accounts/server/tables/users.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  db,
  dropEmail,
  expectMoney,
  expectRightMoney,
  givenShop,
  givePhone,
  keypadOf,
  market,
  mpesa,
  now,
  type OpenSms,
  openSms,
  PHONE,
  phoneOf,
  shop,
  writes,
} from '#tests/setup/in-market.ts';

/* Five kilograms at KES 50 are agreed. At 5.4 kg the buyer may pay KES 20 more. */

let scales: ReturnType<typeof makeScales>;
let sms: OpenSms;
givenShop();
beforeEach(async () => {
  sms = await openSms();
  scales = makeScales(market, { mpesa, shop });
});

async function phoneOfBuyer(language: Language) {
  await givePhone(buyer, { phoneNumber: PHONE, language });
  await dropEmail(buyer.id);
  return phoneOf(sms, PHONE);
}
async function weighsMore() {
  const id = await scales.sent();
  await scales.weigh(id, 5.4);
  await phoneOf(sms, PHONE).settle();
  return id;
}
const differenceOf = async (orderId: number) => (await asFarmer().get({ orderId })).difference;

describe('a buyer whose goods weigh more chooses by SMS', () => {
  test('with the words that the SMS names', async () => {
    const own = await phoneOfBuyer('sw');
    const id = await weighsMore();
    expect(own.last()).toContain(`NDIO ${id}`);
    await writes(`HAPANA ${id}`, 'unachukua tu mlichokubaliana, kwa KES 250.', own);
    expect(await differenceOf(id)).toMatchObject({ status: 'left' });
    await scales.weigh(id, 5.3);
    await scales.weigh(id, 5.4);
    await own.settle();
    await writes(`NDIO ${id}`, 'utapata ombi la M-Pesa la KES 20 kwenye simu hii.', own);
    expect(mpesa.lastPrompt()).toMatchObject({ amount: 20, msisdn: PHONE.slice(1) });
    await mpesa.answer('approve');
    expect(await differenceOf(id)).toMatchObject({ status: 'paid' });
    await scales.complete(id, 3);
    await expectMoney(id, { money: ['received 250', 'received 20'] });
    await expectRightMoney();
  });

  test('without its number, if it is the only one', async () => {
    const own = await phoneOfBuyer('sw');
    const id = await weighsMore();
    await writes('Ndio', `Oda ${id}: utapata ombi la M-Pesa`, own);
    await writes('NDIO', 'Malipo yanaendelea', own);
    await mpesa.answer('cancel');
    const other = await weighsMore();
    await writes('hapana', `Oda ipi? ${other}, ${id}`, own);
    expect(await differenceOf(id)).toMatchObject({ status: 'open' });
    await own.write(`hapana ${id}`);
    await writes('hapana', `Oda ${other}`, own);
    expect(await own.write('hapana')).toContain('andika BEI NYANYA');
  });

  test('nothing else, and nobody else, is answered with money', async () => {
    const own = await phoneOfBuyer('en');
    const id = await weighsMore();
    await writes(`YES ${id} 6kg`, 'this is for farmers', own);
    expect(await own.write(`YES ${id + 1}`)).not.toContain('M-Pesa');
    await own.write(`NO ${id}`);
    expect(await own.write(`YES ${id}`)).toBe('This order cannot be paid now.');
    const unpaid = await shop.confirmed();
    expect(await own.write(`YES ${unpaid}`)).toBe('This order cannot be paid now.');
    await expectMoney(unpaid, { attempts: [] });
  });
});

test('a buyer whose goods weigh more chooses by USSD from the menu, which has it only then', async () => {
  await phoneOfBuyer('en');
  const id = await weighsMore();
  const keys = keypadOf(sms, PHONE);
  expect(await keys.dial()).toContain('3 Extra weight');
  expect(await keys.press('3')).toContain('KES 20 more');
  expect(await keys.press('1')).toContain('weighs 5.4 kg');
  expect(await keys.press('1')).toContain('an M-Pesa request for KES 20');
  await mpesa.answer('cancel');
  expect(await keys.dial('3', '1', '2')).toContain('you take only what was agreed, for KES 250.');
  expect(await differenceOf(id)).toMatchObject({ status: 'left' });
  expect(await keys.dial()).not.toContain('3 Extra weight');
  expect(await keys.press('3')).toMatch(/^CON /);
});

const question = (id: number, more: number) => `weighs more. YES ${id} to pay KES ${more}`;

test.each(['no', 'yes'])(
  'an answer to an earlier weighing that came before the SMS about the newer one is asked again: %s',
  async (text) => {
    const own = await phoneOfBuyer('en');
    const id = await weighsMore();
    advance(1);
    // Its SMS has not been sent.
    await scales.weigh(id, 5.5);
    await writes(text, question(id, 25), own);
    expect(await differenceOf(id)).toMatchObject({ status: 'open', amount: 25 });
    await expectMoney(id, { attempts: ['paid'] });
    advance(1);
    // Now the buyer knows, and the SMS is not needed any more.
    await writes(text, /take only what was agreed|request for KES 25/, own);
  },
);

test('an answer to an earlier weighing that waited while the goods were weighed again is asked again, on a retry too', async () => {
  const own = await phoneOfBuyer('en');
  const id = await weighsMore();
  sms.write(PHONE, 'no');
  await sms.delivered();
  advance(1);
  await scales.weigh(id, 5.3);
  advance(1);
  // As after a try whose process died before its answer was queued.
  await asBuyer().get({ orderId: id });
  await own.settle();
  expect(own.last()).toContain(question(id, 15));
  expect(await differenceOf(id)).toMatchObject({ status: 'open' });
});

test('an answer to an earlier weighing counts after the newer weight was seen on the screen, or told by SMS', async () => {
  const own = await phoneOfBuyer('en');
  const id = await weighsMore();
  await scales.weigh(id, 5.5);
  await asBuyer().get({ orderId: id });
  advance(1);
  await writes('no', 'you take only what was agreed', own);
  await scales.weigh(id, 5.4);
  await own.settle();
  await writes('no', 'you take only what was agreed', own);
});

test('an answer to an earlier weighing on the USSD screen shows the newer weight first', async () => {
  await phoneOfBuyer('en');
  const id = await weighsMore();
  const keys = keypadOf(sms, PHONE);
  await keys.dial('3', '1');
  await scales.weigh(id, 5.5);
  const again = await keys.press('2');
  expect(again).toContain('weighs 5.5 kg');
  expect(await differenceOf(id)).toMatchObject({ status: 'open' });
  expect(await keys.press('2')).toContain('you take only what was agreed');
});

describe('a buyer whose phone may have changed hands', () => {
  const doubt = () => db.update(phoneLines).set({ simChangedAt: now() });

  test('sees the same menu with a difference and without, and enters the PIN first', async () => {
    await givePhone(buyer, { phoneNumber: PHONE, language: 'en', pin: '4821' });
    await doubt();
    const keys = keypadOf(sms, PHONE);
    const without = await keys.dial();
    expect(await keys.press('3')).toContain('PIN');
    expect(await keys.press('4821')).toContain('Nothing is waiting for your answer.');
    const id = await weighsMore();
    await doubt();
    expect(await keys.dial()).toBe(without);
    const asked = await keys.press('3');
    expect(asked).toContain('PIN');
    expect(asked).not.toContain(String(id));
    expect(await keys.press('4821')).toContain('KES 20 more');
  });

  test('without a PIN gets no further', async () => {
    await phoneOfBuyer('en');
    await weighsMore();
    await doubt();
    expect(await keypadOf(sms, PHONE).dial('3')).toMatch(/^END /);
  });
});
