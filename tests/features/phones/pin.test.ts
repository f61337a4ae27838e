import { PIN_RESET_SECONDS, SILENCE_SECONDS } from '#accounts/rules/limits.ts';
import { USSD_RESUMED_SECONDS } from '#notifications/rules/notice.ts';
import { askForPins, PIN_ASKED_SECONDS } from '#phones/server/feature.ts';
import {
  advance,
  caller,
  db,
  dials,
  doneActions,
  FARM_PHONE,
  farm,
  givenPhones,
  keypad,
  mailbox,
  operate,
  ownPhone,
  PIN,
  phone,
  presses,
  refused,
  rowsOf,
  services,
  sms,
  sql,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones({ isOwned: false });

const own = (pin?: string) => ownPhone('sw', pin);

const triesUsed = async () => (await rowsOf(sql`select pin_tries as n from phone_lines`))[0]?.n;
const silence = () => {
  advance(SILENCE_SECONDS);
  return db.execute(sql`update phone_lines set heard_at = heard_at - interval '1 day'`);
};

test('a farmer without a PIN is asked to choose one at each dial', async () => {
  await own();
  await dials([], 'Chagua PIN ya nambari nne');
  await presses('0', 'SokoShamba');
  advance(USSD_RESUMED_SECONDS);
  await dials([], 'Chagua PIN');
  await presses('12', 'Chagua PIN');
  await presses(PIN, 'END PIN imehifadhiwa');
  await dials([], /^CON SokoShamba/);
});

test('a farmer without a PIN is not asked after a long silence, when the phone may have a new owner', async () => {
  await own();
  await silence();
  await dials([], /^CON SokoShamba/);
  const pinNeeded = /^(END )?Hii inahitaji PIN\..*tupigie.*\+254/;
  await presses(['6', '1357'], pinNeeded);
  await writes('PIN', pinNeeded);
});

const askedBySms = async () => {
  await askForPins(db, services);
  await phone.settle();
  return sms.inbox(FARM_PHONE).filter((text) => /PIN/.test(text));
};
const withoutEmail = () => db.execute(sql`update users set email = null`);

test('a farmer who only writes SMS is asked for a PIN by one SMS, a month before it would be needed', async () => {
  await own();
  await withoutEmail();
  advance(PIN_ASKED_SECONDS - 60);
  expect(await askedBySms()).toEqual([]);
  advance(60);
  const text = expect.stringMatching(/ili uchague PIN, piga \*384\*77# ubonyeze 6\.$/);
  expect(await askedBySms()).toEqual([text]);
  advance(SILENCE_SECONDS - PIN_ASKED_SECONDS - 60);
  expect(await askedBySms()).toHaveLength(1);
});

test.each([
  { who: 'with a PIN', change: () => sql`update phone_lines set pin_hash = 'x'` },
  {
    who: 'with an email',
    change: () => sql`update users set email = 'wanjiku@shamba.example' where role = 'farmer'`,
  },
  { who: 'who wrote STOP', change: () => sql`update phone_lines set stopped_at = now()` },
  {
    who: 'whose SIM was changed',
    change: () => sql`update phone_lines set sim_changed_at = now()`,
  },
  {
    who: 'who was silent for too long',
    change: () => sql`update phone_lines set heard_at = heard_at - interval '31 days'`,
  },
])('a farmer who only writes SMS: $who is not asked', async ({ change }) => {
  await own();
  await withoutEmail();
  await db.execute(change());
  advance(PIN_ASKED_SECONDS);
  expect(await askedBySms()).toEqual([]);
});

test('a farmer who only writes SMS is asked once by two servers', async () => {
  await own();
  await withoutEmail();
  advance(PIN_ASKED_SECONDS);
  await Promise.all([askedBySms(), askForPins(db, services)]);
  expect(await askedBySms()).toHaveLength(1);
});

test('a PIN is changed by USSD after the old one', async () => {
  await own(PIN);
  await dials('6', 'PIN yako ya sasa');
  await presses('1357', 'Umebakisha nafasi 4');
  await presses(PIN, 'PIN mpya');
  await presses('1357', /^END /);
  await db.execute(
    sql`update phone_lines set pin_set_at = pin_set_at - interval '31 days', sim_changed_at = now()`,
  );
  await dials('4', 'PIN');
  await presses(PIN, 'Umebakisha nafasi 4');
  await presses('1357', 'KES');
});

test('a PIN is changed by USSD not when the SIM was reported in between', async () => {
  await own(PIN);
  await keypad.dial('6', PIN);
  await caller(farm).phone.reportSimChange();
  await presses('1357', 'END ');
  await dials(['4', PIN], 'Salio:');
});

describe('a try is four digits', () => {
  beforeEach(async () => {
    await own(PIN);
    await caller(farm).phone.reportSimChange();
  });

  test('anything else counts as none, nor does a resumed session', async () => {
    await keypad.dial('4');
    for (const input of ['1', '482', '48211', 'abcd', '']) {
      await presses(input, 'PIN ina nambari nne');
    }
    expect(await triesUsed()).toBe(0);
    await presses('0000', 'Umebakisha nafasi 4');
    for (let again = 0; again < 5; again++) await dials([], 'PIN');
    await presses('4', 'PIN ina nambari nne');
    expect(await triesUsed()).toBe(1);
    await presses(PIN, 'Salio:');
    expect(await triesUsed()).toBe(0);
  });

  test('the tries left are said until the PIN is locked, also by SMS', async () => {
    await writes('PESA', 'PIN');
    await writes('0000', 'Umebakisha nafasi 4');
    await keypad.dial('4');
    for (const left of [3, 2, 1]) await presses('0000', `Umebakisha nafasi ${left}`);
    await presses('0000', /^END .*kesho.*tupigie.*\+254/);
    await dials(['4', PIN], /^END .*kesho/);
  });
});

const account = FARM_PHONE;
const reset = () => operate('forgetPin', { account, reason: 'She called' });
const keep = () => operate('leavePin', { account, reason: 'Not she' });
const settle = () => phone.settle();

test('a forgotten PIN ends a day after the operator was asked, and its owner is told', async () => {
  await own(PIN);
  await reset();
  await settle();
  expect(sms.inbox(FARM_PHONE)[0]).toContain('umeomba PIN yako iondolewe');
  expect(mailbox.at(-1)?.subject).toContain('PIN');
  await refused(reset(), 'DESK_REFUSED');
  advance(PIN_RESET_SECONDS - 60);
  await settle();
  await dials([], /^CON SokoShamba/);
  advance(60 + USSD_RESUMED_SECONDS);
  await settle();
  await dials([], 'Chagua PIN');
  await presses('1357', 'imehifadhiwa');
  expect((await doneActions()).map(({ action }) => action)).toEqual(['reset-pin']);
});

test('a forgotten PIN can be replaced after a long silence, because the operator knows who asked', async () => {
  await own(PIN);
  await silence();
  await reset();
  advance(PIN_RESET_SECONDS);
  await settle();
  await dials('1357', 'imehifadhiwa');
  await dials('4', 'Salio:');
});

test.each([
  ['the right PIN', () => keypad.dial('6', PIN)],
  ['the operator keeps it', keep],
  ['a report that the SIM changed', () => caller(farm).phone.reportSimChange()],
])('a forgotten PIN stays after %s', async (_, callOff) => {
  await own(PIN);
  await reset();
  await callOff();
  advance(PIN_RESET_SECONDS);
  await settle();
  expect(await rowsOf(sql`select pin_hash is not null as kept from phone_lines`)).toEqual([
    { kept: true },
  ]);
});

test('a forgotten PIN is not removed by the operator while somebody else may have the number', async () => {
  await own(PIN);
  await caller(farm).phone.reportSimChange();
  for (const change of [reset, keep]) await refused(change(), 'DESK_REFUSED');
});
