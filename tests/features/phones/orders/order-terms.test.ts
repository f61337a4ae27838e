import { dayInNairobi, daysAfter } from '#rules/day.ts';
import {
  asFarmer,
  byMpesa,
  changeOrder,
  changeProduct,
  dials,
  FARM_PHONE,
  givenPhones,
  keypad,
  nearPlace,
  now,
  order,
  ownPhone,
  PIN,
  phone,
  presses,
  product,
  sms,
  writes,
} from '#tests/setup/in-market.ts';

const NOTE = 'Call me at the blue gate beside the church, and bring a small bag';

givenPhones({ isOwned: false });
beforeEach(() => changeProduct(product.id, { quantity: 500 }));

const own = (language: Language) => ownPhone(language, PIN);
const delivered = {
  fulfilment: 'delivery',
  ...nearPlace,
  deliveryAddress: 'Blue gate, Kamakwa Road',
} as const;
const tomorrow = () => daysAfter(dayInNairobi(now()), 1);
const read = async () => {
  await phone.settle();
  return sms.inbox(FARM_PHONE)[0] ?? '';
};

test('the SMS about a new order says where it goes, when, and how it is paid', async () => {
  await own('sw');
  await order(40, { ...delivered, wishedDay: tomorrow(), wishedPart: 'morning' });
  expect(await read()).toContain('cash, Tetu, kesho asubuhi');
  await byMpesa(await order(40), 'pending');
  expect(await read()).toContain('M-Pesa, itachukuliwa');
});

test('the SMS about a new order says the note if there is room, and never drops the answer to give', async () => {
  await own('en');
  await order(40, { note: 'Ripe ones please' });
  expect(await read()).toContain('Ripe ones please');
  const long = await order(40, {
    ...delivered,
    note: NOTE,
    wishedDay: tomorrow(),
    wishedPart: 'afternoon',
  });
  const text = await read();
  expect(text).toContain(`Reply YES ${long} or NO ${long}`);
  expect(text).toContain('tomorrow afternoon');
  expect(text.length).toBeLessThanOrEqual(160);
});

test('the list by SMS says where and when while that fits, and for the order that is asked for', async () => {
  await own('sw');
  const first = await order(40, { ...delivered, wishedDay: tomorrow() });
  await phone.settle();
  await writes('ODA', /^Oda: .*cash, Tetu, kesho/);
  for (let count = 0; count < 4; count++) await order(40);
  await phone.settle();
  expect(await phone.write('ODA')).not.toContain('cash');
  await writes(`ODA ${first}`, /^Oda: .*cash, Tetu, kesho/);
});

test('the screens of an order say where, when and how it is paid', async () => {
  await own('sw');
  const wish = { wishedDay: tomorrow(), wishedPart: 'afternoon', note: NOTE } as const;
  const id = await order(40, { ...delivered, ...wish });
  await dials('1', 'kesho mchana');
  await presses('1', 'cash, Tetu');
  expect(keypad.screens.at(-1)).toContain('kesho mchana');
  const confirmedAt = now();
  await changeOrder(id, { status: 'confirmed', confirmedAt, paymentMethod: 'M-Pesa' });
  await dials([], 'Bado haijalipwa');
  await byMpesa(id, 'paid');
  await dials([], 'imelipwa');
});

test('the screens of an order: the details have the address, the phone once accepted, and the whole note on pages', async () => {
  await own('en');
  const id = await order(40, { ...delivered, note: `${NOTE}. ${NOTE}.` });
  await keypad.dial('1', '1', '9');
  expect(keypad.screens.at(-1)).not.toContain('Kamakwa');
  await asFarmer().confirm({ orderId: id });
  const pages = [await keypad.dial()];
  while (pages.at(-1)?.includes('00 More')) pages.push(await keypad.press('00'));
  const whole = pages.join(' ').replaceAll('\n', ' ');
  expect(pages.length).toBeGreaterThan(1);
  for (const part of ['Achieng Otieno 0722', '40 kg Nyanya', 'cash', 'Blue gate, Kamakwa Road'])
    expect(whole).toContain(part);
  expect(whole.match(/small bag/g)).toHaveLength(2);
  await presses(['0', '0'], '9 Details');
});
