import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { USSD_CHARACTERS } from '#features/phones/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { changeOrder, codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';

let market: Market;
let sms: OpenSms;
let farm: { id: number; token: string };
let buyer: { id: number; token: string };
let kale: { id: number };
let sessions = 0;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farm = await makeFarm(market);
  await givePhone(market, farm, { phoneNumber, pin: '4821' });
  buyer = await makeTestBuyer(market);
  kale = await makeProduct(market, farm, { name: 'Nyanya', quantity: 100 });
});

/**
 * Dials, and types one answer after the other. Every screen is short enough. @returns the last
 * screen
 */
async function dial(inputs: string[] = [], from = phoneNumber): Promise<string> {
  // The latest session needs a later time.
  market.advance(1);
  const sessionId = `ATUid_${++sessions}`;
  let screen = '';
  for (let typed = 0; typed <= inputs.length; typed++) {
    screen = await sms.dial({
      phoneNumber: from,
      sessionId,
      text: inputs.slice(0, typed).join('*'),
    });
    expect(screen).toMatch(/^(CON|END) /);
    expect(screen.length).toBeLessThanOrEqual('CON '.length + USSD_CHARACTERS);
  }
  return screen;
}

const order = async (quantity = 10) =>
  (await makeOrder(market, buyer, [{ productId: kale.id, quantity }])).id;
const statusOf = async (id: number) =>
  (await rowsOf(market.db, sql`select status from orders where id = ${id}`))[0]?.status;

describe('a sale by USSD', () => {
  test('from the order to the handover, in Swahili', async () => {
    const id = await order();
    expect(await dial()).toBe(
      'CON SokoShamba\n1 Oda zangu\n2 Stoki yangu\n3 Bei\n4 Pesa\n5 English\n6 PIN\n7 Uza bidhaa\n8 Ujumbe',
    );
    expect(await dial(['1'])).toMatch(new RegExp(`^CON 1 Oda ${id} mpya KES .*\n0 Rudi$`));
    expect(await dial(['0', '1'])).toContain('mpya');
    expect(await dial(['0', '1', '1', '1'])).toContain(`END Oda ${id} imekubaliwa`);
    expect(await dial(['1', '1', '1'])).toContain(`END Oda ${id} iko tayari`);
    expect(await dial(['1', '1', '1', codeOf(id)])).toContain(`END Oda ${id} imekamilika`);
    expect(await statusOf(id)).toBe('completed');
    expect(await dial(['4'])).toMatch(/^END .*Unadai/);
  });

  test('waits for the payment before it can be dispatched', async () => {
    const id = await order();
    await changeOrder(market, id, {
      paymentMethod: 'M-Pesa',
      paymentStatus: 'pending',
      status: 'confirmed',
    });
    expect(await dial(['1', '1'])).toMatch(
      /Bado haijalipwa\. Tutakuambia ikilipwa\.\n2 Ghairi\n9 Maelezo\n0 Rudi$/,
    );
    expect(await dial(['1'])).toMatch(/^CON Tafadhali jaribu tena\.\n/);
    expect(await statusOf(id)).toBe('confirmed');
    await changeOrder(market, id, { paymentStatus: 'paid' });
    expect(await dial(['0', '1'])).toContain('1 Iko tayari');
  });

  test('resumes after an interruption at every step', async () => {
    const id = await order();
    const steps = ['1', '1', '1'];
    expect(await dial()).toContain('1 Oda zangu');
    expect(await dial(steps.slice(0, 1))).toContain('mpya');
    // Each of these is a new session that begins on the previous screen.
    expect(await dial(['1'])).toContain('1 Kubali');
    expect(await dial(['1'])).toContain('imekubaliwa');
    expect(await statusOf(id)).toBe('confirmed');
    expect(await dial(['1'])).toContain(String(id));
    market.advance(11 * 60);
    expect(await dial()).toContain('1 Oda zangu');
  });

  test('a rejection asks for confirmation', async () => {
    const id = await order();
    expect(await dial(['1', '1', '2'])).toContain('itakataliwa. Hutaweza kubadili');
    expect(await statusOf(id)).toBe('pending');
    expect(await dial(['1'])).toContain('imekataliwa');
    expect(await statusOf(id)).toBe('rejected');
  });

  test('D94: the same request many times is one step', async () => {
    const id = await order();
    const sessionId = 'the-same';
    for (const text of ['', '1', '1*1']) await sms.dial({ phoneNumber, sessionId, text });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sms.dial({ phoneNumber, sessionId, text: '1*1*1' })),
    );
    expect(
      answers.filter((answer) => answer.includes('imekubaliwa')).length,
    ).toBeGreaterThanOrEqual(1);
    const events = await rowsOf(
      market.db,
      sql`select count(*)::int as n from order_events where order_id = ${id} and to_status = 'confirmed'`,
    );
    expect(events).toEqual([{ n: 1 }]);
    expect(await sms.dial({ phoneNumber, sessionId, text: '1*1*1' })).toContain('imekubaliwa');
  });
});

test('a step that takes too long is not waited for, is completed, and is shown on dialling again', async () => {
  const id = await order();
  await dial(['1', '1']);
  const sessionId = 'the-slow';
  expect(await sms.dial({ phoneNumber, sessionId, text: '' })).toContain('1 Kubali');
  const others = new EventEmitter();
  const holding = market.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from orders where id = ${id} for update`);
    others.emit('held');
    await once(others, 'let go');
  });
  await once(others, 'held');
  const late = await sms.dial({ phoneNumber, sessionId, text: '1' });
  expect(late).toMatch(/^END .*Piga tena.*\n.*Dial again/);
  expect(late.length).toBeLessThan(164);
  others.emit('let go');
  await holding;
  await vi.waitFor(async () => {
    const [slow] = await rowsOf(
      market.db,
      sql`select state ->> 'at' as at from ussd_sessions where session_id = ${sessionId}`,
    );
    expect(slow).toEqual({ at: 'ended' });
  }, 5000);
  expect(await statusOf(id)).toBe('confirmed');
  expect(await dial(['1', '1'])).toContain('1 Iko tayari');
});

test('stock can be updated, and long lists have pages', async () => {
  for (const name of ['Sukuma', 'Karoti', 'Viazi', 'Maharagwe'])
    await makeProduct(market, farm, { name, quantity: 5 });
  expect(await dial(['2'])).toContain('00 Zaidi');
  expect(await dial(['00'])).toContain('4 Viazi');
  expect(await dial(['5'])).toContain('Maharagwe: 5');
  expect(await dial(['1', '40'])).toContain('Maharagwe: sasa 40');
  expect(
    await rowsOf(
      market.db,
      sql`select quantity::float8 as q from products where name = 'Maharagwe'`,
    ),
  ).toEqual([{ q: 40 }]);
});

describe('access', () => {
  test('B96: an unverified number only sees prices', async () => {
    const stranger = '+254799999999';
    await order();
    expect(await dial([], stranger)).toContain('3 Bei');
    for (const choice of ['2', '4', '6', '7', '8'])
      expect(await dial([choice], stranger)).toContain('jaribu tena');
    expect(await dial(['3', 'nyanya'], stranger)).toMatch(/^END /);
  });

  test("a buyer sees a buyer's menu", async () => {
    const number = '+254722000333';
    await givePhone(market, buyer, { phoneNumber: number });
    expect(await dial([], number)).toMatch(/^CON SokoShamba\n3 Bei\n5 English\n/);
    for (const choice of ['1', '2', '4', '6', '7', '8'])
      expect(await dial([choice], number)).toContain('jaribu tena');
    expect(await dial(['5'], number)).toContain('3 Prices');
  });

  test('A97: after a changed SIM the PIN is required, also for a large handover', async () => {
    const id = await order();
    await market.caller({ token: farm.token }).phone.reportSimChange();
    expect(await dial(['1'])).toContain('PIN');
    expect(await dial(['0000'])).toContain('PIN si sahihi');
    expect(await dial(['4821', '1', '1'])).toContain('imekubaliwa');
    await dial(['1', '1', '1']);
    await changeOrder(market, id, { totalCents: 2_000_100 });
    expect(await dial(['1', '1', '1', codeOf(id)])).toContain('PIN');
    expect(await statusOf(id)).toBe('dispatched');
    expect(await dial(['4821'])).toContain('imekamilika');
  });

  test('a wrong secret is a 404', async () => {
    for (const path of ['/api/ussd/wrong', '/api/sms/incoming/wrong', '/api/sms/report/wrong']) {
      expect((await market.request(path, { method: 'POST' })).status).toBe(404);
    }
    market.services.sms = null;
    expect((await market.request('/api/ussd/null', { method: 'POST' })).status).toBe(404);
  });
});

test('odd input changes nothing, and every screen answers', async () => {
  const id = await order();
  const odd = [
    '',
    '*',
    '**',
    '#',
    '99',
    '😀',
    '\0',
    '1'.repeat(500),
    Array.from({ length: 300 }, () => '1').join('*'),
    '-1',
    '1e9',
    ' ',
  ];
  for (const text of odd) {
    expect(await sms.dial({ phoneNumber, sessionId: `odd-${++sessions}`, text })).toMatch(
      /^(CON|END) /,
    );
  }
  expect(await statusOf(id)).toBe('pending');
});
