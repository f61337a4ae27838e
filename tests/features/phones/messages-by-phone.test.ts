import { type Dealing, makeDealing } from '#tests/factories/offers.ts';
import {
  advance,
  buyer,
  countRows,
  db,
  dials,
  dropEmail,
  FARM_PHONE,
  givenPhones,
  givePhone,
  keypad,
  makeOrder,
  market,
  PIN,
  phone,
  presses,
  rowsOf,
  START,
  setUser,
  sms,
  sql,
  writes,
} from '#tests/setup/in-market.ts';

let dealing: Dealing;
givenPhones({ isOwned: false });
beforeEach(async () => {
  dealing = await makeDealing(market);
});

const own = (language: Language = 'sw') =>
  givePhone(dealing.farm, { phoneNumber: FARM_PHONE, language, pin: PIN });

test('a price offer by SMS tells a farmer without an email the price and how to answer', async () => {
  await own();
  await dropEmail(dealing.farm.id);
  // Both buyers have the same number, which only one of them can verify.
  await setUser(buyer.id, { phoneVerifiedAt: null });
  await setUser(dealing.buyer.id, { phoneVerifiedAt: START });
  const { id } = await dealing.make();
  await phone.settle();
  expect(sms.inbox(FARM_PHONE)).toEqual([
    `Sukuma wiki, kilo 12: mnunuzi anatoa KES 40 / kilo. Jibu BEI ${id}, kisha NDIO, HAPANA au bei yako.`,
  ]);
});

test.each([
  { text: 'BEI # NDIO', status: 'accepted', told: /^Umekubali bei ya Sukuma wiki/ },
  { text: 'Bei # hapana, asante', status: 'declined', told: /^Umekataa bei ya Sukuma wiki/ },
  {
    text: 'bei # 45.50',
    status: 'countered',
    told: /^Sukuma wiki, kilo 12: umetaja KES 45\.50 /,
  },
])('a price offer by SMS is answered with "$text"', async ({ text, status, told }) => {
  await own();
  const { id } = await dealing.make();
  await writes(text.replace('#', String(id)), told);
  const rows = await rowsOf(sql`select status from price_offers where id = ${id}`);
  expect(rows).toEqual([{ status }]);
  expect((await dealing.books()).isBalanced).toBe(true);
});

test.each(['BEI # 0', 'NDIO bei #', 'BEI # 45 kg', 'BEI # NDIO 50'])(
  'a price offer by SMS is not answered by the unclear "%s"',
  async (text) => {
    await own();
    const { id } = await dealing.make();
    expect(await phone.write(text.replace('#', String(id)))).not.toBe('');
    expect((await dealing.offerNow())?.status).toBe('open');
  },
);

test('a price offer by SMS is answered once if the service sends an answer twice, with one id or with two', async () => {
  await own();
  const { id } = await dealing.make();
  expect(await phone.write(`BEI ${id} NDIO`, 'one')).toMatch(/^Umekubali bei/);
  expect(await phone.write(`BEI ${id} NDIO`, 'one')).toBe('');
  expect(await phone.write(`bei ${id}, ndio`, 'two')).toBe('');
  expect(await phone.write(`BEI ${id} HAPANA`, 'three')).not.toBe('');
  expect((await dealing.offerNow())?.status).toBe('accepted');
});

test('a price offer by SMS is only the farmer’s own', async () => {
  await own();
  await dealing.make();
  expect(await phone.write('BEI 999 NDIO')).not.toBe('');
  expect((await dealing.offerNow())?.status).toBe('open');
});

test('a price offer by SMS makes YES without a number a question, and the only order is accepted without it', async () => {
  await own();
  const wanted = [{ productId: dealing.kale.id, quantity: 1 }];
  const placed = await makeOrder(dealing.buyer, wanted);
  const { id } = await dealing.make();
  await phone.settle();
  advance(1);
  expect(await phone.write('NDIO')).toBe(
    `SokoShamba: hakuna kilichofanyika. Andika hivi: NDIO ${placed.id}, HAPANA ${placed.id}, BEI ${id} NDIO.`,
  );
  await phone.write(`BEI ${id} HAPANA`);
  await writes('NDIO', `Oda ${placed.id} imekubaliwa`);
});

test('a price offer by SMS alone makes YES without a number the way to answer it', async () => {
  await own('en');
  const { id } = await dealing.make();
  expect(await phone.write('yes')).toBe(
    `Price offer: write PRICE ${id}, then YES, NO or your price.`,
  );
  expect((await dealing.offerNow())?.status).toBe('open');
});

const say = (text: string) => {
  advance(1);
  return dealing.asBuyer.conversations.send({ conversationId: dealing.conversationId, text });
};

test('messages by USSD are read and answered with a line', async () => {
  await own();
  await say('Can you bring it tomorrow?');
  await dials('8', '(mpya 2) Achieng Otieno');
  const newest = await keypad.press('1');
  expect(newest).toContain('Achieng Otieno: Can you bring it tomorrow?');
  expect(newest).toContain('1 Jibu');
  await presses('00', 'Is it still good?');
  expect(await keypad.press('0')).toBe(newest);
  await keypad.press('1');
  await presses('Ndio, saa tatu asubuhi', 'END Jibu lako limetumwa');
  const { conversationId } = dealing;
  const { messages, conversation } = await dealing.asBuyer.conversations.get({ conversationId });
  expect(messages[0]).toMatchObject({ from: 'farmer', text: 'Ndio, saa tatu asubuhi' });
  expect(conversation.unread).toBe(1);
  expect((await dealing.asFarmer.conversations.unread()).unread).toBe(0);
});

test('a long message takes several pages and loses no word', async () => {
  await own();
  const words = Array.from({ length: 60 }, (_, count) => `neno${count}`);
  await say(words.join(' '));
  const pages = [await keypad.dial('8', '1')];
  while (!pages.at(-1)?.includes(`neno${59}`)) pages.push(await keypad.press('00'));
  const read = pages.flatMap((page) => page.match(/neno\d+/g) ?? []);
  expect(read).toEqual(words);
});

test('no answer is sent after a block', async () => {
  await own();
  await dealing.asFarmer.conversations.block({ conversationId: dealing.conversationId });
  await keypad.dial('8', '1', '1');
  await presses('Habari', /^END /);
  expect(await countRows('messages')).toBe(1);
  await db.execute(sql`delete from conversations`);
  expect(await keypad.dial('8')).toBe('END Bado huna ujumbe.\nNambari ya SMS: 22384');
});

test.each([
  { key: '2', told: 'Umekubali bei', status: 'accepted' },
  { key: '3', told: 'Umekataa bei', status: 'declined' },
])('a price offer by USSD comes first and is $status', async ({ key, told, status }) => {
  await own();
  await dealing.make();
  await say('Please tell me today');
  await dials(['8', '1'], 'anatoa KES 40 / kilo');
  await presses(key, told);
  expect((await dealing.offerNow())?.status).toBe(status);
  expect((await dealing.books()).isBalanced).toBe(true);
});

test('a price offer by USSD is answered with another price for the same quantity', async () => {
  await own();
  const { id } = await dealing.make();
  await keypad.dial('8', '1');
  const asked = 'Sukuma wiki, kilo 12: mnunuzi anatoa KES 40 / kilo. Bei yako kwa KES?';
  await presses('4', asked);
  await presses('0', 'KES 40 /');
  await presses(['4', 'bure'], asked);
  await presses('45.5', 'END Sukuma wiki, kilo 12: umetaja KES 45.50 / kilo.');
  const counter = { status: 'open', by: 'farmer', quantity: 12, price: 45.5 };
  expect(await dealing.offerNow()).toMatchObject(counter);
  const statuses = await rowsOf(sql`select status from price_offers where id = ${id}`);
  expect(statuses).toEqual([{ status: 'countered' }]);
});

test('a number answers the offer that was shown, not a newer one', async () => {
  await own();
  const { id } = await dealing.make();
  await keypad.dial('8', '1');
  await dealing.asBuyer.offers.withdraw({ offerId: id });
  await dealing.make(dealing.asBuyer, { price: 10 });
  await presses('2', 'Tafadhali jaribu tena');
  expect((await dealing.offerNow())?.status).toBe('open');
  await presses(['0', '1'], 'KES 10 / kilo');
});
