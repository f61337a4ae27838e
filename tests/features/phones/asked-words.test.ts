/** @module-tag long */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { handleSms } from '#features/phones/server/receive-sms.ts';
import type { Database } from '#platform/server/db/database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { changeOrder, codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const PIN = '4821';
/** More than any command uses. */
const TRANSACTIONS_MAX = 4;

let market: Market;
let sms: OpenSms;
let buyer: { id: number; token: string };
let kale: { id: number };
let phone: ReturnType<typeof phoneOf>;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  const farm = await makeFarm(market);
  await givePhone(market, farm, { phoneNumber, pin: PIN });
  buyer = await makeTestBuyer(market);
  kale = await makeProduct(market, farm, { name: 'Nyanya', quantity: 100 });
  phone = phoneOf(market, sms, phoneNumber);
});

const order = async () => {
  const { id } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 1 }]);
  await phone.settle();
  return id;
};
const statusOf = async (id: number) =>
  (await rowsOf(market.db, sql`select status from orders where id = ${id}`))[0]?.status;

/** A database whose process dies before the n-th transaction. */
function dyingBefore(n: number): Database {
  let count = 0;
  const transaction: Database['transaction'] = (run) => {
    count += 1;
    return count >= n
      ? Promise.reject(new Error('the process was killed'))
      : market.db.transaction(run);
  };
  return Object.create(market.db, { transaction: { value: transaction } });
}

/** An SMS arrives, and the server dies while handling it, without a retry yet. */
async function writeToDying(text: string, n: number) {
  sms.write(phoneNumber, text);
  await sms.delivered();
  const [inbound] = await rowsOf(
    market.db,
    sql`select id from sms_inbound where handled_at is null order by id desc`,
  );
  await handleSms(
    dyingBefore(n),
    { inboundId: Number(inbound?.id), attempt: 1 },
    market.services,
  ).catch(() => {});
  await market.db.execute(sql`update outbox_messages set attempts = 1 where kind = 'smsReceived'`);
}

describe('a server that is killed while handling the confirmation it asked for', () => {
  const kills = Array.from({ length: TRANSACTIONS_MAX }, (_, at) => at + 1);

  test.each(kills)(
    'carries it out after a restart and confirms: killed before transaction %i',
    async (n) => {
      const id = await order();
      expect(await phone.write(`HAPANA ${id}`)).toContain('Jibu SAWA');
      await writeToDying('SAWA', n);
      await phone.settle();
      expect(phone.last()).toContain(`Oda ${id} imekataliwa`);
      expect(await statusOf(id)).toBe('rejected');
      expect(await phone.write('SAWA')).toBe('Hakuna kinachosubiri jibu lako.');
    },
  );

  test.each(kills)(
    'does the same for a command that asked for the PIN: killed before transaction %i',
    async (n) => {
      const id = await order();
      await phone.write(`NDIO ${id}`);
      await phone.write(`NIMETUMA ${id}`);
      await changeOrder(market, id, { totalCents: 2_000_100 });
      expect(await phone.write(`MSIMBO ${id} ${codeOf(id)}`)).toContain('PIN');
      await writeToDying(PIN, n);
      await phone.settle();
      expect(phone.last()).toContain(`Oda ${id} imekamilika`);
      expect(await statusOf(id)).toBe('completed');
    },
  );

  test.each(kills)(
    'asks again for a confirmation it had not sent: killed before transaction %i',
    async (n) => {
      const id = await order();
      await writeToDying(`HAPANA ${id}`, n);
      await phone.settle();
      expect(phone.last()).toContain('Jibu SAWA');
      expect(await phone.write('SAWA')).toContain('imekataliwa');
    },
  );

  const triesOf = async (id: number) =>
    (
      await rowsOf(
        market.db,
        sql`select handover_tries, (select pin_tries from phone_lines) as pin_tries from orders where id = ${id}`,
      )
    )[0];
  const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

  test.each(kills)('counts a wrong PIN once: killed before transaction %i', async (n) => {
    const id = await order();
    await market.db.execute(sql`update phone_lines set sim_changed_at = now()`);
    expect(await phone.write(`NDIO ${id}`)).toContain('PIN yako');
    await writeToDying(wrong(PIN), n);
    await phone.settle();
    expect(phone.last()).toBe('PIN si sahihi. Majaribio yaliyobaki: 4.');
    expect(await triesOf(id)).toMatchObject({ pin_tries: 1 });
    await phone.write(wrong(PIN));
    expect(await triesOf(id)).toMatchObject({ pin_tries: 2 });
    expect(await phone.write(PIN)).toContain(`Oda ${id} imekubaliwa`);
  });

  test.each(kills)('counts a wrong code once: killed before transaction %i', async (n) => {
    const id = await order();
    await phone.write(`NDIO ${id}`);
    await phone.write(`NIMETUMA ${id}`);
    await writeToDying(`MSIMBO ${id} ${wrong(codeOf(id))}`, n);
    await phone.settle();
    expect(await triesOf(id)).toMatchObject({ handover_tries: 1 });
    await phone.write(`MSIMBO ${id} ${wrong(codeOf(id))}`);
    expect(await triesOf(id)).toMatchObject({ handover_tries: 2 });
    expect(await phone.write(`MSIMBO ${id} ${codeOf(id)}`)).toContain(`Oda ${id} imekamilika`);
  });

  test.each(kills)(
    'takes a command without a number for the same order after a restart: killed before transaction %i',
    async (n) => {
      const id = await order();
      await writeToDying('ndio', n);
      market.advance(1);
      const newer = await order();
      await phone.settle();
      expect([await statusOf(id), await statusOf(newer)]).toEqual(['confirmed', 'pending']);
      expect(sms.inbox(phoneNumber).join('\n')).toMatch(new RegExp(`Oda ${id}(:)? imekubaliwa`));
    },
  );

  test('does not apply it to a later question', async () => {
    const [first, second] = [await order(), await order()];
    await phone.write(`HAPANA ${first}`);
    await writeToDying('SAWA', 1);
    await market.db.execute(
      sql`update outbox_messages set available_at = available_at + interval '1 minute' where kind = 'smsReceived'`,
    );
    market.advance(30);
    expect(await phone.write(`HAPANA ${second}`)).toContain('Jibu SAWA');
    market.advance(30);
    await phone.settle();
    expect(phone.last()).toBe('Hakuna kinachosubiri jibu lako.');
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']);
    expect(await phone.write('SAWA')).toContain(`Oda ${second} imekataliwa`);
  });
});

test('of two simultaneous confirmations one takes effect', async () => {
  const id = await order();
  await phone.write(`HAPANA ${id}`);
  for (let i = 0; i < 2; i++) sms.write(phoneNumber, 'SAWA');
  await phone.settle();
  expect(await statusOf(id)).toBe('rejected');
  const events = await rowsOf(
    market.db,
    sql`select count(*)::int as n from order_events where order_id = ${id} and to_status = 'rejected'`,
  );
  expect(events).toEqual([{ n: 1 }]);
});

test('A97: digits without a command are not a wrong PIN, and a PIN is checked only when asked for', async () => {
  for (let i = 0; i < 6; i++) expect(await phone.write(`000${i}`)).toContain('MSIMBO');
  expect(await phone.write(PIN)).toContain('MSIMBO');
  await market.db.execute(sql`update phone_lines set sim_changed_at = now()`);
  expect(await phone.write('PESA')).toContain('PIN yako');
  expect(await phone.write(PIN)).toContain('Unadai');
});
