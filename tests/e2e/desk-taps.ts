import type { Page } from 'playwright/test';
import { m } from '#platform/rules/text/compiled/messages.js';
import { countTaps, type Operator, REASON } from './desk-fixtures.ts';
import { expect } from './fixtures.ts';

type Plain = Parameters<Operator['button']>[0];
type Typed = [label: Plain, text: string];
type Case = {
  /** The search that finds the case; without one, the case is on the list. */
  find?: string;
  /** The row's text. */
  row: string;
  choice: Plain;
  /** The fields to fill in, besides the reason. */
  typed?: Typed;
  confirm?: Plain;
};

/**
 * Does the commonest cases that desk-money.spec.ts does not count, and counts the taps of each.
 * Typing is no tap. The demo's M-Pesa never fails, so the cases about that are answered here.
 */
export async function tapsOfCases(
  operator: Operator,
  { orderId, account }: { orderId: number; account: string },
): Promise<Record<string, number>> {
  const { page, say } = operator;
  const order = say(m.deskOrderNumber, { id: orderId });
  const byNumber: Typed = [m.deskNewNumber, '0733000999'];
  const moved = { choice: m.deskOpNewNumber, typed: byNumber, confirm: m.deskRequest };
  const cases: [string, Case][] = [
    ['end a dispatched order', { find: String(orderId), row: order, choice: m.deskEndRefunding }],
    ['close a report', { row: say(m.deskKindReport, {}), choice: m.deskOpCloseReport }],
    ['move an account to a new number, from the list', { row: say(m.deskKindSim, {}), ...moved }],
    ['move an account to a new number, by search', { find: account, row: account, ...moved }],
    ['suspend an account', { find: account, row: account, choice: m.deskOpSuspend }],
  ];
  const receipt: Typed = [m.deskReceipt, 'SGH7AA0009'];
  const ofMoney: [string, Case][] = [
    ['release a payout', { row: order, choice: m.deskOpPayoutApprove }],
    ['record that a payout failed', { row: order, choice: m.deskOpPayoutFailed }],
    ['record a payout as paid', { row: order, choice: m.deskOpPayoutPaid, typed: receipt }],
    [
      'settle an M-Pesa request in doubt',
      { row: order, choice: m.deskOpAttemptPaid, typed: receipt },
    ],
  ];
  const counted: Record<string, number> = {};
  const count = async (all: [string, Case][]) => {
    for (const [name, one] of all) counted[name] = await tapsOf(operator, one);
  };
  await count(cases);
  await answerWithMoney(page, orderId);
  await count(ofMoney);
  await page.unrouteAll({ behavior: 'wait' });
  return counted;
}

async function tapsOf(
  { page, button, say }: Operator,
  { find, row, choice, typed, confirm = m.deskDo }: Case,
): Promise<number> {
  const counter = countTaps();
  const field = (label: Plain) => page.getByLabel(say(label, {}));
  await page.goto(new URL('/desk', page.url()).href);
  if (find !== undefined) {
    await page.getByRole('searchbox').fill(find);
    await counter.tap(button(m.deskFind));
  }
  await counter.tap(page.getByRole('button', { name: row }).first());
  await counter.tap(button(choice));
  await field(m.deskReason).fill(REASON);
  if (typed) await field(typed[0]).fill(typed[1]);
  await counter.tap(button(confirm));
  await expect(page.getByRole('form', { name: say(choice, {}) })).toBeHidden();
  return counter.taps;
}

/** Puts a payout and a request in doubt on the list and on an order's page, as the server does. */
async function answerWithMoney(page: Page, orderId: number) {
  const since = new Date().toISOString();
  const failed = { kind: 'payout', page: 'order', id: orderId, since, cents: 24_000 };
  const list = { cases: [{ ...failed, who: '0712345678', said: '' }], count: 1 };
  const money = { id: 1, amountCents: 24_000, resultText: null, sentAt: since };
  const phone = { sentTo: null, phoneNumber: null, receipt: null, requestedAt: since };
  const choice = (does: string, input: object) => ({
    ...{ does, input, isAllowed: true, takesTwo: false },
    seen: 'seen',
  });
  const of = { payoutId: 1 };
  const changed = {
    payouts: [{ ...money, ...phone, status: 'unknown', paymentId: null, smallOnes: 0 }],
    attempts: [{ ...money, ...phone, status: 'held' }],
  };
  const choices = [
    ...['payoutApprove', 'payoutPaid', 'payoutFailed'].map((does) => choice(does, of)),
    choice('attemptPaid', { attemptId: 1, amountCents: 24_000 }),
  ];
  const answers = (data: object) => [{ result: { data } }];
  await page.route('**/trpc/desk.cases.list?*', (route) => route.fulfill({ json: answers(list) }));
  await page.route('**/trpc/desk.cases.order?*', async (route) => {
    const response = await route.fetch();
    const [{ result }] = await response.json();
    const order = { ...result.data.order, ...changed };
    await route.fulfill({ json: answers({ ...result.data, order, choices }) });
  });
  await page.route('**/trpc/desk.do.*', (route) =>
    route.fulfill({ json: answers({ outcome: 'done', said: 'Done.' }) }),
  );
}
