import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedMarket } from '#demo/seed/seed-market.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { dearQuestions } from './parts/dear-questions.ts';
import { percentile, startServerProcess } from './parts/server-process.ts';

const SECONDS = Number(process.env.HOSTILE_USSD_SECONDS ?? 3);
const isLong = SECONDS >= 60;
const PHONES = 20;
const LOOK_MILLISECONDS = 250;
const BUYERS = 5;
const ASKERS = 8;
const ANSWER_MAX_MILLISECONDS = 2000;

const SECRET = 'the-path-of-the-service';
const WORDS = [
  ['1', '1', '1'],
  ['2', '1', '1', '500000'],
  ['3', 'NYANYA NYERI'],
  ['4'],
  ['1', '00', '0'],
  ['9', '*', 'nothing that is on the menu'],
];

describe.runIf(isOnPostgres)('E102: USSD while the rest is busy', () => {
  let smsService: Server;
  let server: Awaited<ReturnType<typeof startServerProcess>>;
  beforeEach(async () => {
    // Accepts every SMS and never answers.
    smsService = createServer(() => {}).listen(0, '127.0.0.1');
    await once(smsService, 'listening');
  });
  afterEach(async () => {
    await server?.stop();
    smsService.closeAllConnections();
    smsService.close();
  });

  const post = async (
    path: string,
    { body, headers }: { body: string | URLSearchParams; headers?: Record<string, string> },
  ) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      ...(headers && { headers }),
    });
    return { status: response.status, text: await response.text() };
  };

  test('every screen is answered in less than two seconds', {
    timeout: (SECONDS + 120) * 1000,
  }, async () => {
    const market = await makeMarket();
    market.services.clock = () => new Date();
    await seedMarket(
      market.db,
      { farms: 60, products: 1000 },
      { now: new Date(), passwordHash: 'none' },
    );
    const [numbers, productIds]: [string[], number[]] = [[], []];
    for (let made = 0; made < PHONES; made += 1) {
      const farm = await makeFarm(market);
      const phoneNumber = `+2547120001${String(made).padStart(2, '0')}`;
      await givePhone(market, farm, { phoneNumber, pin: '1357' });
      numbers.push(phoneNumber);
      productIds.push((await makeProduct(market, farm, { name: 'Nyanya', quantity: 500_000 })).id);
    }
    const buyers: string[] = [];
    for (let made = 0; made < BUYERS; made += 1) buyers.push((await makeTestBuyer(market)).token);
    server = await startServerProcess({
      SMS_BASE_URL: `http://127.0.0.1:${(smsService.address() as AddressInfo).port}`,
      SMS_USERNAME: 'test',
      SMS_API_KEY: 'key',
      SMS_SENDER: '22384',
      SMS_CALLBACK_SECRET: SECRET,
    });

    const endsAt = performance.now() + SECONDS * 1000;
    const isOver = () => performance.now() >= endsAt;
    const milliseconds: number[] = [];
    const answers: string[] = [];
    let sessions = 0;
    async function show(step: {
      sessionId: string;
      phoneNumber: string;
      text: string;
    }): Promise<boolean> {
      const askedAt = performance.now();
      const body = new URLSearchParams({ ...step, serviceCode: '*384*77#', networkCode: '63902' });
      const { status, text } = await post(`/api/ussd/${SECRET}`, { body });
      milliseconds.push(performance.now() - askedAt);
      answers.push(status === 200 ? text.slice(0, 3) : String(status));
      return text.startsWith('CON ');
    }
    async function dialOn(phoneNumber: string) {
      for (let dialled = 0; !isOver(); dialled += 1) {
        const words = WORDS[dialled % WORDS.length] ?? [];
        const sessionId = `ATUid_${++sessions}`;
        for (let typed = 0; typed <= words.length; typed += 1) {
          if (!(await show({ sessionId, phoneNumber, text: words.slice(0, typed).join('*') })))
            break;
          await pause(LOOK_MILLISECONDS);
        }
      }
    }
    const others: string[] = [];
    async function orderOn(token: string) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      for (let number = 0; !isOver(); number += 1) {
        const lines = [{ productId: productIds[number % PHONES], quantity: 1 }];
        await fetch(`${server.url}/api/buyer/cart`, {
          method: 'PUT',
          headers,
          body: JSON.stringify({ lines }),
        });
        const key = { 'idempotency-key': `${token.slice(0, 8)}-${number}` };
        const { status } = await post('/api/buyer/orders', {
          body: JSON.stringify(orderForm()),
          headers: { ...headers, ...key },
        });
        others.push(String(status));
      }
    }
    async function askOn(asker: number) {
      for (let number = asker * 1000; !isOver(); number += 1) {
        const response = await fetch(
          `${server.url}${dearQuestions[number % dearQuestions.length]?.path(number)}`,
        );
        await response.text();
        others.push(String(response.status));
      }
    }
    await Promise.all([
      ...numbers.map(dialOn),
      ...buyers.map(orderOn),
      ...Array.from({ length: ASKERS }, (_, asker) => askOn(asker)),
    ]);

    const [p50, p99, longest] = [
      percentile(milliseconds, 50),
      percentile(milliseconds, 99),
      percentile(milliseconds, 100),
    ];
    report(
      'E102',
      `${PHONES} phones for ${SECONDS} s, ${BUYERS} buyers ordering, ${ASKERS} connections with expensive questions, the SMS service hanging: screens ${tally(answers.toSorted())}, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms; others ${tally(others.toSorted())}`,
    );
    expect(answers.filter((answer) => answer !== 'CON' && answer !== 'END')).toEqual([]);
    expect(answers.length).toBeGreaterThan(PHONES);
    expect(others).toContain('201');
    if (isLong) expect(longest).toBeLessThan(ANSWER_MAX_MILLISECONDS);
  });
});
