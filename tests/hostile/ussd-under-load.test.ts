import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { orderForm } from '#tests/factories/trade.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { asJson, makeBuyers, makeFilledMarket, smsSettings } from './parts/clients.ts';
import { dearQuestions } from './parts/dear-questions.ts';
import { percentile, startServerProcess, timesOf } from './parts/server-process.ts';

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

test.runIf(isOnPostgres)(
  'E102: USSD while the rest is busy: every screen is answered in less than two seconds',
  {
    timeout: (SECONDS + 120) * 1000,
  },
  async () => {
    const smsService = createServer(() => {}).listen(0, '127.0.0.1');
    await once(smsService, 'listening');
    onTestFinished(() => {
      smsService.closeAllConnections();
      smsService.close();
    });
    const market = await makeFilledMarket();
    const [numbers, productIds]: [string[], number[]] = [[], []];
    for (let made = 0; made < PHONES; made += 1) {
      const farm = await makeFarm(market);
      const phoneNumber = `+2547120001${String(made).padStart(2, '0')}`;
      await givePhone(market, farm, { phoneNumber, pin: '1357' });
      numbers.push(phoneNumber);
      productIds.push((await makeProduct(market, farm, { name: 'Nyanya', quantity: 500_000 })).id);
    }
    const buyers = await makeBuyers(market, BUYERS);
    const { port } = smsService.address() as AddressInfo;
    const server = await startServerProcess(smsSettings(`http://127.0.0.1:${port}`, SECRET));
    onTestFinished(server.stop);

    const endsAt = performance.now() + SECONDS * 1000;
    const isOver = () => performance.now() >= endsAt;
    const milliseconds: number[] = [];
    const answers: string[] = [];
    let sessions = 0;
    type Step = { sessionId: string; phoneNumber: string; text: string };
    async function show(step: Step): Promise<boolean> {
      const askedAt = performance.now();
      const body = new URLSearchParams({ ...step, serviceCode: '*384*77#', networkCode: '63902' });
      const response = await fetch(`${server.url}/api/ussd/${SECRET}`, { method: 'POST', body });
      const text = await response.text();
      milliseconds.push(performance.now() - askedAt);
      answers.push(response.status === 200 ? text.slice(0, 3) : String(response.status));
      return text.startsWith('CON ');
    }
    async function dialOn(phoneNumber: string) {
      for (let dialled = 0; !isOver(); dialled += 1) {
        const words = WORDS[dialled % WORDS.length] ?? [];
        const sessionId = `ATUid_${++sessions}`;
        for (let typed = 0; typed <= words.length; typed += 1) {
          const text = words.slice(0, typed).join('*');
          if (!(await show({ sessionId, phoneNumber, text }))) break;
          await pause(LOOK_MILLISECONDS);
        }
      }
    }
    const others: string[] = [];
    async function orderOn(token: string) {
      for (let number = 0; !isOver(); number += 1) {
        const body = { lines: [{ productId: productIds[number % PHONES], quantity: 1 }] };
        await fetch(`${server.url}/api/buyer/cart`, asJson({ method: 'PUT', token, body }));
        const order = { token, key: `${token.slice(0, 8)}-${number}`, body: orderForm() };
        const { status } = await fetch(`${server.url}/api/buyer/orders`, asJson(order));
        others.push(String(status));
      }
    }
    async function askOn(asker: number) {
      for (let number = asker * 1000; !isOver(); number += 1) {
        const question = dearQuestions[number % dearQuestions.length];
        const response = await fetch(server.url + question?.path(number));
        await response.text();
        others.push(String(response.status));
      }
    }
    await Promise.all([
      ...numbers.map(dialOn),
      ...buyers.map(orderOn),
      ...Array.from({ length: ASKERS }, (_, asker) => askOn(asker)),
    ]);

    const longest = percentile(milliseconds, 100);
    report(
      'E102',
      `${PHONES} phones for ${SECONDS} s, ${BUYERS} buyers ordering, ${ASKERS} connections with expensive questions, the SMS service hanging: screens ${tally(answers.toSorted())}, ${timesOf(milliseconds)}, longest ${longest} ms; others ${tally(others.toSorted())}`,
    );
    expect(answers.filter((answer) => answer !== 'CON' && answer !== 'END')).toEqual([]);
    expect(answers.length).toBeGreaterThan(PHONES);
    expect(others).toContain('201');
    if (isLong) expect(longest).toBeLessThan(ANSWER_MAX_MILLISECONDS);
  },
);
