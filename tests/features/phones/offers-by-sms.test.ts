import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#platform/rules/language.ts';
import { type Dealing, makeDealing } from '#tests/factories/offers.ts';
import {
  advance,
  buyer,
  FARM_PHONE,
  givenPhones,
  givePhone,
  makeOrder,
  market,
  phone,
  rowsOf,
  START,
  setUser,
  sms,
  writes,
} from '#tests/setup/in-market.ts';

let dealing: Dealing;
givenPhones({ isOwned: false });
beforeEach(async () => {
  dealing = await makeDealing(market);
});

const own = (language: Language = 'sw') =>
  givePhone(dealing.farm, { phoneNumber: FARM_PHONE, language });

describe('a price offer by SMS', () => {
  test('tells a farmer without an email the price and how to answer', async () => {
    await own();
    await market.db.execute(sql`update users set email = null where id = ${dealing.farm.id}`);
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
  ])('is answered with "$text"', async ({ text, status, told }) => {
    await own();
    const { id } = await dealing.make();
    await writes(text.replace('#', String(id)), told);
    const rows = await rowsOf(sql`select status from price_offers where id = ${id}`);
    expect(rows).toEqual([{ status }]);
    expect((await dealing.books()).isBalanced).toBe(true);
  });

  test.each(['BEI # 0', 'NDIO bei #', 'BEI # 45 kg', 'BEI # NDIO 50'])(
    'is not answered by the unclear "%s"',
    async (text) => {
      await own();
      const { id } = await dealing.make();
      expect(await phone.write(text.replace('#', String(id)))).not.toBe('');
      expect((await dealing.offerNow())?.status).toBe('open');
    },
  );

  test('is answered once if the service sends an answer twice, with one id or with two', async () => {
    await own();
    const { id } = await dealing.make();
    expect(await phone.write(`BEI ${id} NDIO`, 'one')).toMatch(/^Umekubali bei/);
    expect(await phone.write(`BEI ${id} NDIO`, 'one')).toBe('');
    expect(await phone.write(`bei ${id}, ndio`, 'two')).toBe('');
    expect(await phone.write(`BEI ${id} HAPANA`, 'three')).not.toBe('');
    expect((await dealing.offerNow())?.status).toBe('accepted');
  });

  test('is only the farmer’s own', async () => {
    await own();
    await dealing.make();
    expect(await phone.write('BEI 999 NDIO')).not.toBe('');
    expect((await dealing.offerNow())?.status).toBe('open');
  });

  test('makes YES without a number a question, and the only order is accepted without it', async () => {
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

  test('alone makes YES without a number the way to answer it', async () => {
    await own('en');
    const { id } = await dealing.make();
    expect(await phone.write('yes')).toBe(
      `There is a price offer: write PRICE ${id} and then YES, NO or your price.`,
    );
    expect((await dealing.offerNow())?.status).toBe('open');
  });
});
