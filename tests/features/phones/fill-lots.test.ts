import { claimSms } from '#notifications/server/sms-causes.ts';
import {
  booksOf,
  caller,
  changeProduct,
  farm,
  givenPhones,
  keypad,
  makeLot,
  makeLotFarm,
  phone,
  product,
  runLots,
  START,
  services,
  setUser,
  sms,
} from '#tests/setup/in-market.ts';

const tomatoes = { crop: 'tomato', quantity: 1000, price: 42, place: 'Nakuru' } as const;
const given = async () => {
  const [share] = (await caller(farm).farmer.lots.get({ lotId: 1 })).shares;
  return share && [share.status, share.quantity];
};

givenPhones();

test('a lot by keypad is told to a farm with its crop in one SMS, which is answered by a share', async () => {
  await changeProduct(product.id, { crop: 'tomato', quantity: 400 });
  await makeLot(tomatoes);
  await setUser(farm.id, { email: null });
  await runLots();
  await phone.settle();
  expect(phone.last()).toBe(
    'LOT 1: nyanya kilo 1000, KES 42/kilo, Nakuru Jumatano. Jibu: JAZA 1 kilo',
  );
  expect(await phone.write('jaza 1 200')).toBe(
    'LOT 1: unatoa nyanya kilo 200, Njoro market Jumatano 6:00-9:00. Tutakuandikia mnunuzi akiichukua.',
  );
  expect(await given()).toEqual(['given', 200]);
  expect(await phone.write('FILL 1 300 kg')).toContain('LOT 1');
  expect(await given()).toEqual(['given', 300]);
  expect(await phone.write('JAZA 1 300 gunia')).toBe(
    'Oda hii ya pamoja inahesabu kilo. Andika unatoa kilo ngapi.',
  );
  expect(await phone.write('JAZA 1 1001')).toBe('Oda hii ya pamoja imebaki kilo 1,000 tu.');
  expect(await booksOf(product.id)).toMatchObject({ held: 300, onHand: 100 });
});

test.each([
  ['every farm', 0, 4],
  ['fifty farms a day at most for each buyer', 48, 2],
])('a lot by keypad is told to %s by SMS', async (_, before, told) => {
  await changeProduct(product.id, { crop: 'tomato', quantity: 400 });
  const { buyer } = await makeLot({ ...tomatoes, crop: 'maize' });
  const now = services.clock();
  for (let sent = 0; sent < before; sent += 1) {
    const claim = { cause: 'listing', asker: buyer.id, recipient: `${sent}`, now } as const;
    expect(await claimSms(services, claim)).toMatchObject({ outcome: 'claimed' });
  }
  const numbers = ['+254712000001', '+254712000002', '+254712000003', '+254712000004'];
  for (const phoneNumber of numbers) {
    const { farm: one } = await makeLotFarm();
    await setUser(one.id, { email: null, phoneNumber, phoneVerifiedAt: START });
  }
  await runLots();
  await phone.settle();
  expect(numbers.flatMap((number) => sms.inbox(number))).toHaveLength(told);
});

test('a lot by keypad that has too little left takes a farm into its line', async () => {
  await changeProduct(product.id, { crop: 'tomato', quantity: 400 });
  await makeLot({ ...tomatoes, quantity: 100, leastQuantity: 50 });
  expect(await phone.write('FOLENI 1 200')).toContain('uko kwenye foleni');
  expect(await given()).toEqual(['waiting', 200]);
});

test('a lot by keypad and on the web at once has one share of the farm', async () => {
  await changeProduct(product.id, { crop: 'tomato', quantity: 400 });
  const { lotId, read, close } = await makeLot(tomatoes);
  await Promise.all([
    phone.write('JAZA 1 200'),
    caller(farm).farmer.lots.give({ lotId, quantity: 200 }),
  ]);
  expect(await read()).toMatchObject({ given: 200, shares: [{ quantity: 200 }] });
  expect(await booksOf(product.id)).toMatchObject({ held: 200, onHand: 200 });
  await close();
  expect(await phone.write('JAZA 1 300')).toBe('Oda hii ya pamoja imefungwa.');
  expect(await booksOf(product.id)).toMatchObject({ held: 200, onHand: 200 });
});

test('a lot by keypad is filled by USSD as well', async () => {
  await changeProduct(product.id, { crop: 'tomato', quantity: 400 });
  const { lotId } = await makeLot(tomatoes);
  expect(await keypad.dial('9')).toContain(`LOT ${lotId} nyanya Jumatano`);
  expect(await keypad.press('1')).toContain('Imebaki kilo 1000');
  expect(await keypad.press('120')).toContain(`LOT ${lotId}: unatoa nyanya kilo 120`);
  expect(await given()).toEqual(['given', 120]);
});
