import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#platform/rules/language.ts';
import { type Dealing, makeDealing } from '#tests/factories/offers.ts';
import {
  advance,
  countRows,
  dials,
  FARM_PHONE,
  givenPhones,
  givePhone,
  keypad,
  market,
  PIN,
  presses,
  rowsOf,
} from '#tests/setup/in-market.ts';

let dealing: Dealing;
givenPhones({ isOwned: false });
beforeEach(async () => {
  dealing = await makeDealing(market);
});

const own = (language: Language = 'sw') =>
  givePhone(dealing.farm, { phoneNumber: FARM_PHONE, language, pin: PIN });
const say = (text: string) => {
  advance(1);
  return dealing.asBuyer.conversations.send({ conversationId: dealing.conversationId, text });
};

describe('messages by USSD', () => {
  test('are read and answered with a line', async () => {
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
    await market.db.execute(sql`delete from conversations`);
    expect(await keypad.dial('8')).toBe('END Bado huna ujumbe.\nNambari ya SMS: 22384');
  });
});

describe('a price offer by USSD', () => {
  test.each([
    { key: '2', told: 'Umekubali bei', status: 'accepted' },
    { key: '3', told: 'Umekataa bei', status: 'declined' },
  ])('comes first and is $status', async ({ key, told, status }) => {
    await own();
    await dealing.make();
    await say('Please tell me today');
    await dials(['8', '1'], 'anatoa KES 40 / kilo');
    await presses(key, told);
    expect((await dealing.offerNow())?.status).toBe(status);
    expect((await dealing.books()).isBalanced).toBe(true);
  });

  test('is answered with another price for the same quantity', async () => {
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
});
