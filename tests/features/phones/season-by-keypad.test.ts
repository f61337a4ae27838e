/*
 * A season of a farmer who has only a phone with keys, in Swahili, from joining to the payout.
 * docs/sms.md shows every screen and SMS of it; `npm run docs` writes them.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIN_RESET_SECONDS } from '#accounts/rules/limits.ts';
import { openSession } from '#accounts/server/manage-sessions.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { measureSms } from '#rules/text/sms.ts';
import { projectRoot } from '#server/project-root.ts';
import {
  advance,
  caller,
  codeOf,
  db,
  keypadOf,
  makeOrder,
  makeProvenBuyer,
  market,
  now,
  openMarket,
  openMpesa,
  openSms,
  operate,
  PHONE,
  phoneOf,
  sql,
} from '#tests/setup/in-market.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { putIntoDocument, withPart } from '#tooling/documents.ts';

const phoneNumber = '+254733000222';
const DOCUMENT = 'docs/sms.md';

type Row = { what: string; pressed: string; text: string };

async function walkSeason() {
  await openMarket();
  const sms = await openSms();
  const mpesa = await openMpesa();
  const buyer = await makeProvenBuyer({ phoneNumber: PHONE });
  const keypad = keypadOf(sms, phoneNumber);
  const phone = phoneOf(sms, phoneNumber);
  const rows: Row[] = [];
  const [seen, heard] = [{ steps: 0 }, { sms: 0 }];
  const chapter = async (what: string, work: () => Promise<unknown>) => {
    await work();
    await phone.settle();
    const screens = keypad.steps.slice(seen.steps).map(({ pressed, text }) => ({
      pressed: pressed === '' ? '(piga)' : pressed,
      text,
    }));
    const inbox = sms.inbox(phoneNumber);
    const news = inbox.slice(0, inbox.length - heard.sms).toReversed();
    const messages = news.map((text) => ({
      pressed: 'SMS',
      // M-Pesa's receipts differ from run to run.
      text: text.replace(/Risiti \w+/, 'Risiti SBK1234567'),
    }));
    seen.steps = keypad.steps.length;
    heard.sms = inbox.length;
    rows.push(...[...screens, ...messages].map((row) => ({ what, ...row })));
  };
  const asBuyer = async () => {
    const session = { userId: buyer.id, isRemembered: false, device: '' };
    return { token: await openSession(db, session, now()) };
  };
  const tomorrow = () => daysAfter(dayInNairobi(now()), 1);
  const order = async (paymentMethod: 'M-Pesa' | 'Cash on delivery', quantity: number) => {
    const [product] = await rowsOf(db, sql`select id from products`);
    const wish = { wishedDay: tomorrow(), wishedPart: 'morning' } as const;
    const line = { productId: Number(product?.id), quantity };
    return (await makeOrder(await asBuyer(), [line], { paymentMethod, ...wish })).id;
  };

  await chapter('Anajiunga', async () => {
    await keypad.dial('1', 'Wanjiku Kamau', 'Nyandarua', 'Engineer', '3', '1', '00', '1', '4821');
  });
  await chapter('Anaweka nyanya sokoni', () => keypad.dial('7', 'nyanya', '2', '500', '50', '1'));
  let first = 0;
  await chapter('Oda ya kwanza', async () => {
    first = await order('Cash on delivery', 40);
  });
  await chapter('Anaikubali, kisha anaighairi', async () => {
    await keypad.dial('1', '1', '1');
    await keypad.dial('1', '1', '2', '1');
  });
  await chapter('Bei mpya', () => keypad.dial('2', '1', '2', '60'));
  let second = 0;
  await chapter('Oda ya pili, taslimu', async () => {
    second = await order('Cash on delivery', 40);
  });
  await chapter('Hadi mnunuzi anaichukua', async () => {
    await keypad.dial('1', '1', '1');
    await keypad.dial('1', '1', '1');
    await keypad.dial('1', '1', '1', codeOf(second));
  });
  let third = 0;
  await chapter('Oda ya tatu, M-Pesa', async () => {
    third = await order('M-Pesa', 100);
  });
  await chapter('Anaikubali, na mnunuzi analipa', async () => {
    await keypad.dial('1', '1', '1');
    const { orders } = caller(await asBuyer()).buyer;
    await orders.pay({ orderId: third, phoneNumber: PHONE });
    await mpesa.answer('approve');
  });
  await chapter('Mnunuzi anaichukua, na mkulima analipwa', async () => {
    await keypad.dial('1', '1', '1');
    await keypad.dial('1', '1', '1', codeOf(third));
    await mpesa.round();
  });
  await chapter('Pesa zake', () => keypad.dial('4'));
  await chapter('Amesahau PIN', async () => {
    await keypad.dial('6', '0000', '1111', '0');
    await operate('forgetPin', { account: phoneNumber, reason: 'Amepiga simu' });
  });
  await chapter('Siku inayofuata', async () => {
    advance(PIN_RESET_SECONDS);
    await phone.settle();
    await keypad.dial('1357');
  });
  const statuses = await rowsOf(db, sql`select id, status from orders order by id`);
  return { rows, orders: { first, second, third }, statuses, market };
}

const cell = (text: string) => text.replaceAll('\n', '<br>').replaceAll('|', '\\|');

const tableOf = (rows: readonly Row[]) =>
  [
    '| | pressed | the phone shows | characters |',
    '| --- | --- | --- | --: |',
    ...rows.map(({ what, pressed, text }, at) => {
      const title = rows[at - 1]?.what === what ? '' : what;
      const { characters } = measureSms(text);
      return `| ${title} | ${cell(pressed)} | ${cell(text)} | ${characters} |`;
    }),
  ].join('\n');

test('a season by keypad alone, as docs/sms.md shows it', async () => {
  const { rows, orders, statuses, market } = await walkSeason();
  expect(statuses).toEqual([
    { id: orders.first, status: 'cancelled' },
    { id: orders.second, status: 'completed' },
    { id: orders.third, status: 'completed' },
  ]);
  expect(await rowsOf(market.db, sql`select status from payouts`)).toEqual([{ status: 'paid' }]);
  const messages = rows.filter(({ pressed }) => pressed === 'SMS');
  expect(messages.length).toBeGreaterThan(4);
  for (const { text } of messages)
    expect(measureSms(text)).toMatchObject({ isGsm7: true, parts: 1 });
  const part = { name: 'season', text: tableOf(rows) };
  if (process.env.WRITE_DOCS) putIntoDocument(DOCUMENT, part);
  const document = readFileSync(join(projectRoot, DOCUMENT), 'utf8');
  expect(document).toBe(withPart(document, part));
});
