import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#platform/rules/language.ts';
import { type Dealing, makeDealing } from '#tests/factories/offers.ts';
import {
  dials,
  FARM_PHONE,
  givenPhones,
  keypad,
  market,
  PIN,
  presses,
} from '#tests/setup/each-test.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { rowsOf } from '#tests/setup/rows.ts';

let dealing: Dealing;
givenPhones({ isOwned: false });
beforeEach(async () => {
  dealing = await makeDealing(market);
});

const own = (language: Language = 'sw') =>
  givePhone(market, dealing.farm, { phoneNumber: FARM_PHONE, language, pin: PIN });
const say = (text: string) => {
  market.advance(1);
  return dealing.asBuyer.conversations.send({ conversationId: dealing.conversationId, text });
};

describe('messages by USSD', () => {
  test.each([
    {
      language: 'sw',
      unread: '(mpya 2) Achieng Otieno',
      answer: '1 Jibu',
      sent: 'Jibu lako limetumwa',
    },
    {
      language: 'en',
      unread: '(2 new) Achieng Otieno',
      answer: '1 Answer',
      sent: 'Your answer is sent',
    },
  ] as const)('are read and answered with a line, in $language', async (texts) => {
    await own(texts.language);
    await say('Can you bring it tomorrow?');
    await dials('8', texts.unread);
    const newest = await keypad.press('1');
    expect(newest).toContain('Achieng Otieno: Can you bring it tomorrow?');
    expect(newest).toContain(texts.answer);
    await presses('00', 'Is it still good?');
    expect(await keypad.press('0')).toBe(newest);
    await keypad.press('1');
    await presses('Ndio, saa tatu asubuhi', `END ${texts.sent}`);
    const { messages, conversation } = await dealing.asBuyer.conversations.get({
      conversationId: dealing.conversationId,
    });
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

  test('there are none yet, in both languages, and none are sent after a block', async () => {
    await own();
    await dealing.asFarmer.conversations.block({ conversationId: dealing.conversationId });
    await keypad.dial('8', '1', '1');
    await presses('Habari', /^END /);
    expect(await rowsOf(market.db, sql`select count(*)::int as n from messages`)).toEqual([
      { n: 1 },
    ]);
    await market.db.execute(sql`delete from conversations`);
    expect(await keypad.dial('8')).toBe('END Bado huna ujumbe.\nNambari ya SMS: 22384');
    await keypad.dial('5');
    expect(await keypad.press('8')).toBe('END You have no messages yet.\nSMS number: 22384');
  });
});

describe('a price offer by USSD', () => {
  test.each([
    {
      language: 'sw',
      offer: 'anatoa KES 40 / kilo',
      key: '2',
      told: 'Umekubali bei',
      status: 'accepted',
    },
    {
      language: 'en',
      offer: 'offers KES 40 / kg',
      key: '3',
      told: 'You have turned down',
      status: 'declined',
    },
  ] as const)('comes first and is $status, in $language', async (texts) => {
    await own(texts.language);
    await dealing.make();
    await say('Please tell me today');
    await dials(['8', '1'], texts.offer);
    await presses(texts.key, texts.told);
    expect((await dealing.offerNow())?.status).toBe(texts.status);
    expect((await dealing.books()).isBalanced).toBe(true);
  });

  test.each([
    {
      language: 'sw',
      asked: 'Sukuma wiki, 12 kilo: mnunuzi anatoa KES 40 / kilo. Bei yako kwa KES?',
      told: 'Sukuma wiki, 12 kilo: umetaja KES 45.50 / kilo. Tutakuambia mnunuzi akijibu.',
    },
    {
      language: 'en',
      asked: 'Sukuma wiki, 12 kg: the buyer offers KES 40 / kg. Your price in KES?',
      told: 'You have offered 12 kg of Sukuma wiki at KES 45.50 / kg. We will tell you what the buyer says.',
    },
  ] as const)(
    'is answered with another price for the same quantity, in $language',
    async (texts) => {
      await own(texts.language);
      const { id } = await dealing.make();
      await keypad.dial('8', '1');
      await presses('4', texts.asked);
      await presses('0', 'KES 40 /');
      await presses(['4', 'bure'], texts.asked);
      await presses('45.5', `END ${texts.told}`);
      expect(await dealing.offerNow()).toMatchObject({
        status: 'open',
        by: 'farmer',
        quantity: 12,
        price: 45.5,
      });
      const statuses = await rowsOf(
        market.db,
        sql`select status from price_offers where id = ${id}`,
      );
      expect(statuses).toEqual([{ status: 'countered' }]);
    },
  );

  test('that was withdrawn meanwhile gets no other price', async () => {
    await own('en');
    const { id } = await dealing.make();
    await keypad.dial('8', '1', '4');
    await dealing.asBuyer.offers.withdraw({ offerId: id });
    await presses('45', /^END /);
    expect(await dealing.offerNow()).toMatchObject({ id, status: 'withdrawn' });
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
