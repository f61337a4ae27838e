import { prune } from '#app/features.ts';
import { AGENT_SIGNUPS_PER_DAY } from '#farms/rules/farm.ts';
import { SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import { sha256 } from '#server/hashes.ts';
import {
  advance,
  caller,
  changeOrder,
  codeOf,
  db,
  dumpDatabase,
  FARM_PHONE,
  farm,
  farmerWithoutEmail,
  givenPhones,
  givePhone,
  logged,
  makeBuyer,
  makeShop,
  moneyOf,
  now,
  openMpesa,
  outcomeOf,
  PASSWORD,
  phone,
  request,
  rowsOf,
  services,
  sms,
  sql,
  TOTAL,
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';
import { standingAlone } from '#tests/setup/standing-alone.ts';

const PIN = '7395';
const TEN_MINUTES = 10 * 60;
const TABLES = ['phone_lines', 'sms_messages', 'sms_inbound', 'ussd_sessions'];

givenPhones({ pin: PIN, hasSignedUp: true });

async function talk() {
  const id = await toldOrder(10);
  await phone.write('ODA');
  await sms.dial({ phoneNumber: FARM_PHONE, sessionId: 'ATUid_privacy', text: '' });
  return id;
}

test("a person's data contains the messages to and from the phone, without the PIN", async () => {
  await talk();
  const data = await caller(farm).auth.exportData();
  expect(data).toMatchObject({
    phoneLine: [{ heardAt: expect.anything() }],
    smsReceived: [
      { phoneNumber: FARM_PHONE, kind: 'notice' },
      { phoneNumber: FARM_PHONE, kind: 'answer' },
    ],
    smsWritten: [{ phoneNumber: FARM_PHONE }],
    ussdSessions: [{ phoneNumber: FARM_PHONE, answer: expect.stringContaining('1 Oda zangu') }],
  });
  expect(JSON.stringify(data)).not.toContain('pinHash');
});

test("a person's data is deleted with the account, from every table", async () => {
  const id = await talk();
  await phone.write(`HAPANA ${id}`);
  await phone.write('SAWA');
  await caller(farm).auth.deleteAccount({ password: PASSWORD });
  for (const table of TABLES) {
    expect(await rowsOf(sql.raw(`select * from ${table} where user_id = ${farm.id}`))).toEqual([]);
  }
  const dump = JSON.stringify(await dumpDatabase({ except: ['rate_limit_counters'] }));
  expect(dump).not.toContain('712345678');
});

describe('A92: codes and PINs that people write', () => {
  const dumpOfPhones = async () => {
    const rows = [];
    for (const table of [...TABLES, 'outbox_messages'])
      rows.push(...(await rowsOf(sql.raw(`select * from ${table}`))));
    return JSON.stringify(rows);
  };
  async function dispatched() {
    const id = await toldOrder(10);
    await phone.write(`NDIO ${id}`);
    await phone.write(`NIMETUMA ${id}`);
    await changeOrder(id, { totalCents: 2_000_100 });
    return id;
  }

  test('a handover code that awaits the PIN is erased after ten minutes', async () => {
    const id = await dispatched();
    await writes(`MSIMBO ${id} ${codeOf(id)}`, 'PIN');
    expect(await dumpOfPhones()).toContain(`"code":"${codeOf(id)}"`);
    advance(TEN_MINUTES);
    await prune(db, now());
    expect(await dumpOfPhones()).not.toMatch(standingAlone(codeOf(id)));
    await writes(PIN, 'PIN haihitajiki sasa');
  });

  test('the position of a USSD session is deleted after ten minutes', async () => {
    const id = await dispatched();
    await sms.dial({ phoneNumber: FARM_PHONE, sessionId: 's', text: `1*1*1*${codeOf(id)}` });
    expect(await dumpOfPhones()).toContain(codeOf(id));
    advance(TEN_MINUTES);
    await prune(db, now());
    expect(await rowsOf(sql`select * from ussd_sessions`)).toEqual([]);
  });

  test('a PIN typed by USSD cannot be found by hashing all PINs', async () => {
    const text = `6*${PIN}`;
    await sms.dial({ phoneNumber: FARM_PHONE, sessionId: 's', text });
    const dump = await dumpOfPhones();
    expect(dump).toContain('"typed_hash"');
    expect(dump).not.toMatch(standingAlone(PIN));
    expect(dump).not.toContain(sha256(text));
  });

  test('an SMS not handled in time is erased, and not handled afterwards', async () => {
    const id = await toldOrder(10);
    sms.write(FARM_PHONE, `NDIO ${id} ${PIN}`);
    await sms.delivered();
    expect(await dumpOfPhones()).toContain(PIN);
    advance(3600);
    await prune(db, now());
    expect(await dumpOfPhones()).not.toMatch(standingAlone(PIN));
    const before = sms.messages.length;
    await phone.settle();
    expect(sms.messages).toHaveLength(before);
  });

  test('the log contains neither the callback secret, nor a number, nor a text', async () => {
    const secret = services.sms?.callbackSecret ?? 'none';
    await phone.write(`MSIMBO 1 ${PIN}`);
    await sms.dial({ phoneNumber: FARM_PHONE, sessionId: 's', text: `6*${PIN}` });
    await request('/api/sms/incoming/a-wrong-secret-of-somebody', { method: 'POST' });
    const misspelt = ['/api//ussd/', '/api/usd/', '/ussd/'].map((path) => path + secret);
    for (const path of misspelt) await request(path, { method: 'POST' });
    await sms.whileDown(async () => {
      sms.write(FARM_PHONE, 'ODA');
      await phone.settle();
    });
    const log = logged.join('\n');
    expect(log).toContain('/api/sms/incoming/[token]');
    expect(log).toContain('/api/ussd/[token]');
    expect(log).toContain('/api/usd/[long]');
    for (const hidden of [secret, 'a-wrong-secret-of-somebody', '712345678', 'MSIMBO'])
      expect(log).not.toContain(hidden);
    expect(log).not.toMatch(standingAlone(PIN));
  });
});

test('C93: a payout waits until the number is verified', async () => {
  const mpesa = await openMpesa();
  const shop = await makeShop();
  const id = await shop.confirmed();
  await shop.pay(id);
  await mpesa.answer('approve');
  advance(SAME_AMOUNT_SECONDS);
  await shop.handOver(id);
  await mpesa.workThrough();
  await mpesa.round();
  expect([mpesa.mpesa.payouts.length, (await moneyOf(id)).payout?.status]).toEqual([0, 'due']);
  await givePhone(shop.farm, { phoneNumber: '+254112000999' });
  advance(24 * 3600);
  await mpesa.round();
  expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: '254112000999', amount: TOTAL }]);
});

test('an agent can create a limited number of accounts a day', async () => {
  const agent = await makeBuyer();
  const signup = { ...farmerWithoutEmail(), language: 'sw', signupToken: 'a'.repeat(43) } as const;
  const { phone: agents } = caller(agent);
  const outcomes = [];
  for (let i = 0; i <= AGENT_SIGNUPS_PER_DAY; i++)
    outcomes.push(await outcomeOf(agents.signUpFarmer(signup)));
  expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['PHONE_NOT_PROVEN']));
  expect(outcomes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
});
