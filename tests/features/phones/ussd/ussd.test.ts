import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { USSD_CHARACTERS } from '#features/phones/rules/limits.ts';
import { changeOrder, codeOf } from '#tests/factories/trade.ts';
import {
  buyer,
  FARM_PHONE,
  farm,
  givenPhones,
  market,
  order,
  sms,
  statusOf,
} from '#tests/setup/each-test.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

let sessions = 0;
givenPhones();

/**
 * Dials, and types one answer after the other. Every screen is short enough. @returns the last
 * screen
 */
async function dial(inputs: string[] = [], from = FARM_PHONE): Promise<string> {
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

describe('a sale by USSD', () => {
  test('from the order to the handover, in Swahili', async () => {
    const id = await order(10);
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
    const id = await order(10);
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
    const id = await order(10);
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

  test('D94: the same request many times is one step', async () => {
    const id = await order(10);
    const sessionId = 'the-same';
    for (const text of ['', '1', '1*1'])
      await sms.dial({ phoneNumber: FARM_PHONE, sessionId, text });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        sms.dial({ phoneNumber: FARM_PHONE, sessionId, text: '1*1*1' }),
      ),
    );
    expect(
      answers.filter((answer) => answer.includes('imekubaliwa')).length,
    ).toBeGreaterThanOrEqual(1);
    const accepted = sql`order_id = ${id} and to_status = 'confirmed'`;
    expect(await countRows(market.db, 'order_events', accepted)).toBe(1);
    expect(await sms.dial({ phoneNumber: FARM_PHONE, sessionId, text: '1*1*1' })).toContain(
      'imekubaliwa',
    );
  });
});

test('a step that takes too long is not waited for, is completed, and is shown on dialling again', async () => {
  const id = await order(10);
  await dial(['1', '1']);
  const sessionId = 'the-slow';
  expect(await sms.dial({ phoneNumber: FARM_PHONE, sessionId, text: '' })).toContain('1 Kubali');
  const others = new EventEmitter();
  const holding = market.db.transaction(async (tx) => {
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
      market.db,
      sql`select state ->> 'at' as at from ussd_sessions where session_id = ${sessionId}`,
    );
    expect(slow).toEqual({ at: 'ended' });
  }, 5000);
  expect(await statusOf(id)).toBe('confirmed');
  expect(await dial(['1', '1'])).toContain('1 Iko tayari');
});

describe('access', () => {
  test('B96: an unverified number only sees prices', async () => {
    const stranger = '+254799999999';
    await order(10);
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
    const id = await order(10);
    await market.caller(farm).phone.reportSimChange();
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
