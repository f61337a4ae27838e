import {
  advance,
  changeProduct,
  givenSms,
  givePhone,
  makeStanding,
  phoneOf,
  runAt,
  type Standing,
  sms,
  writes,
} from '#tests/setup/in-market.ts';

const NUMBER = '+254722000999';

describe.each(['sw', 'en'] as const)('a standing order by SMS, in %s', (language) => {
  let standing: Standing;
  givenSms();
  beforeEach(async () => {
    standing = await makeStanding();
    await givePhone(standing.buyer, { phoneNumber: NUMBER, language });
  });
  const phone = () => phoneOf(sms, NUMBER);
  const texts = {
    sw: {
      proposal:
        'SokoShamba: Jumanne 3/3 tutaagiza kilo 5 za Sukuma wiki, KES 250. Badilisha kwenye SokoShamba hadi saa 11 alfajiri, au RUKA',
      skip: 'ruka',
      skipped: 'Jumanne 3/3 imerukwa. Inayofuata: Ijumaa 6/3.',
      failed:
        'SokoShamba: hakuna kilichoagizwa kwa Jumanne 3/3. Hakuna kilichobaki cha kuagiza. Sukuma wiki haiuzwi tena.',
    },
    en: {
      proposal:
        'SokoShamba: for Tuesday 3/3 we order 5 kg Sukuma wiki, KES 250. Change it on SokoShamba until 5 am, or skip it: SKIP',
      skip: 'Skip',
      skipped: 'Tuesday 3/3 is skipped. Next: Friday 6/3.',
      failed:
        'SokoShamba: nothing was ordered for Tuesday 3/3. Nothing was left to order. Sukuma wiki is no longer for sale.',
    },
  }[language];

  test('is proposed, and skipped by its answer', async () => {
    await runAt('2026-03-02 18:00');
    await phone().settle();
    expect(phone().last()).toBe(`${texts.proposal} ${standing.id}`);
    const answer = await phone().write(`${texts.skip} ${standing.id}`);
    expect(answer).toContain(texts.skipped);
    await writes(`${texts.skip} ${standing.id}`, texts.skipped, phone());
    await runAt('2026-03-03 05:00');
    expect(await standing.orders()).toEqual([]);
  });

  test('says why nothing was ordered', async () => {
    await runAt('2026-03-02 18:00');
    await changeProduct(standing.kale.id, { quantity: 0 });
    await runAt('2026-03-03 05:00');
    advance(3600);
    await phone().settle();
    expect(phone().last()).toBe(texts.failed);
  });

  test('sends no proposal that can no longer be changed', async () => {
    await runAt('2026-03-02 23:00');
    await phone().settle();
    await runAt('2026-03-03 05:00');
    advance(3600);
    await phone().settle();
    expect(phone().last()).toBe('');
    expect(await standing.orders()).toHaveLength(1);
  });

  test("is not skipped by another buyer's phone", async () => {
    const other = await makeStanding();
    await runAt('2026-03-02 18:00');
    const refused = await phone().write(`${texts.skip} ${other.id}`);
    expect(refused).toMatch(/has ended|imekwisha/);
    await runAt('2026-03-03 05:00');
    expect(await other.orders()).toHaveLength(1);
  });
});
