import { EventEmitter, once } from 'node:events';
import {
  buyer,
  countRows,
  db,
  FARM_PHONE,
  givenPhones,
  givePhone,
  keypadOf,
  order,
  request,
  rowsOf,
  services,
  sms,
  sql,
  statusOf,
} from '#tests/setup/in-market.ts';

givenPhones();

const dial = (inputs: string[] = [], from = FARM_PHONE) => keypadOf(sms, from).dial(...inputs);

test('a sale by USSD: D94: the same request many times is one step', async () => {
  const id = await order(10);
  const sessionId = 'the-same';
  for (const text of ['', '1', '1*1']) await sms.dial({ phoneNumber: FARM_PHONE, sessionId, text });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      sms.dial({ phoneNumber: FARM_PHONE, sessionId, text: '1*1*1' }),
    ),
  );
  expect(answers.filter((answer) => answer.includes('imekubaliwa')).length).toBeGreaterThanOrEqual(
    1,
  );
  const accepted = sql`order_id = ${id} and to_status = 'confirmed'`;
  expect(await countRows('order_events', accepted)).toBe(1);
  expect(await sms.dial({ phoneNumber: FARM_PHONE, sessionId, text: '1*1*1' })).toContain(
    'imekubaliwa',
  );
});

test('a step that takes too long is not waited for, is completed, and is shown on dialling again', async () => {
  const id = await order(10);
  await dial(['1', '1']);
  const sessionId = 'the-slow';
  expect(await sms.dial({ phoneNumber: FARM_PHONE, sessionId, text: '' })).toContain('1 Kubali');
  const others = new EventEmitter();
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from orders where id = ${id} for update`);
    others.emit('held');
    await once(others, 'let go');
  });
  await once(others, 'held');
  const late = await sms.dial({ phoneNumber: FARM_PHONE, sessionId, text: '1' });
  expect(late).toMatch(/^END .*Piga tena.*\n.*Dial again/);
  expect(late.length).toBeLessThan(164);
  others.emit('let go');
  await holding;
  await vi.waitFor(async () => {
    const [slow] = await rowsOf(
      sql`select state ->> 'at' as at from ussd_sessions where session_id = ${sessionId}`,
    );
    expect(slow).toEqual({ at: 'ended' });
  }, 5000);
  expect(await statusOf(id)).toBe('confirmed');
  expect(await dial(['1', '1'])).toContain('1 Iko tayari');
});

test('access: B96: an unverified number only sees prices', async () => {
  const stranger = '+254799999999';
  await order(10);
  expect(await dial([], stranger)).toContain('3 Bei');
  for (const choice of ['5', '6', '7', '8'])
    expect(await dial([choice], stranger)).toContain('jaribu tena');
  expect(await dial(['3', 'nyanya'], stranger)).toMatch(/^END /);
});

test("a buyer sees a buyer's menu", async () => {
  const number = '+254722000333';
  await givePhone(buyer, { phoneNumber: number });
  expect(await dial([], number)).toMatch(/^CON SokoShamba\n1 Bei\n2 English\n/);
  for (const choice of ['3', '4', '5', '6', '7', '8'])
    expect(await dial([choice], number)).toContain('jaribu tena');
  expect(await dial(['2'], number)).toContain('1 Prices');
});

test('a wrong secret is a 404', async () => {
  for (const path of ['/api/ussd/wrong', '/api/sms/incoming/wrong', '/api/sms/report/wrong']) {
    expect((await request(path, { method: 'POST' })).status).toBe(404);
  }
  services.sms = null;
  expect((await request('/api/ussd/null', { method: 'POST' })).status).toBe(404);
});
