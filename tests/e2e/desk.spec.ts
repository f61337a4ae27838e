import { type APIRequestContext, request as requests } from 'playwright/test';
import { m } from '#platform/rules/text/compiled/messages.js';
import {
  ANY,
  addAuthenticator,
  DESKTOP,
  type Operator,
  openOperator,
  operatorOn,
  PHONE,
  REASON,
  startDeskDemo,
} from './desk-fixtures.ts';
import { makeReport, sendPaidOrder } from './desk-orders.ts';
import { tapsOfCases } from './desk-taps.ts';
import { axeViolations, expect, test } from './fixtures.ts';

test.describe("the operators' desk", () => {
  // One demo for all: each person enters after the one before.
  test.describe.configure({ mode: 'serial' });
  let demo: Awaited<ReturnType<typeof startDeskDemo>>;
  let request: APIRequestContext;
  let amina: Operator;
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(300_000);
    demo = await startDeskDemo();
    request = await requests.newContext({ baseURL: demo.url });
    amina = await openOperator(browser, { viewport: PHONE, language: 'sw', url: demo.url });
  });
  test.afterAll(async () => {
    await amina?.page.context().close();
    await request?.dispose();
    await demo?.stop();
  });

  /** Enters by a link, logs out, and comes back with the passkey. */
  async function enter({ page, button, say }: Operator, link: string) {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: say(m.deskFirstTitle, {}) })).toBeVisible();
    await expect(button(m.deskMakePasskey)).toBeVisible();
    expect(page.url()).not.toContain('#');
    await page.getByText(say(m.deskChoosePassword, {})).click();
    await expect(page.getByRole('img', { name: say(m.deskQrLabel, {}) })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await button(m.deskMakePasskey).click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await button(m.logoutButton).click();
    await button(m.deskWithPasskey).click();
    await expect(page.getByRole('searchbox')).toBeVisible();
  }

  async function expectUsed({ page, say }: Operator, link: string) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText(say(m.errorOperatorLinkInvalid, {}))).toBeVisible();
  }

  test('360 px, Swahili: an operator enters by a link once, logs out, and comes back with the passkey', async () => {
    const { page, button, say, like } = amina;
    const link = await demo.firstLink();
    await enter(amina, link);

    // It shows what a decision does before it is made.
    await page.getByText('A third of it was bruised.').click();
    await button(m.deskEndCancelled).click();
    await expect(page.getByText(say(m.deskFxNoMoney, {}))).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    // A session that ends leaves what was typed.
    const reason = page.getByRole('textbox', { name: say(m.deskReason, {}) });
    await reason.fill(REASON);
    await page.route('**/trpc/desk.do.**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
    );
    await button(m.deskDo).click();
    const ended = page.getByRole('dialog', { name: say(m.deskEndedTitle, {}) });
    await expect(ended).toBeVisible();
    await page.unroute('**/trpc/desk.do.**');
    await ended.getByRole('button', { name: say(m.deskWithPasskey, {}) }).click();
    await expect(ended).toBeHidden();
    await expect(reason).toHaveValue(REASON);
    await button(m.deskDo).click();
    const inputs = { orderId: ANY, end: ANY, payment: ANY };
    await expect(page.getByText(like(m.deskOrderEnded, inputs))).toBeVisible();

    // Somebody else asked for a second operator, and she approves it.
    await demo.requestLink('invite', 'juma', '--role', 'finance');
    await demo.open(page);
    await page.getByRole('button', { name: say(m.deskKindRequest, {}) }).click();
    await button(m.deskApprove).click();
    const mailed = { name: 'juma', email: 'juma@soko.example' };
    await expect(page.getByText(say(m.deskLinkMailed, mailed))).toBeVisible();
    await expectUsed(amina, link);
  });

  test('1440 px, English: the second operator enters by the link that was mailed', async ({
    page,
  }) => {
    await page.setViewportSize(DESKTOP);
    await addAuthenticator(page);
    const juma = operatorOn(page, 'en');
    const link = await demo.mailedLink('juma');
    await enter(juma, link);
    await expectUsed(juma, link);
  });

  test('the commonest cases take the taps that the guide names', async ({ browser }) => {
    const { orderId, buyer } = await sendPaidOrder({ request, browser, url: demo.url });
    await makeReport(request);
    await demo.command('sim-changed', buyer.email, '--reason', REASON);
    await demo.open(amina.page);
    const counted = await tapsOfCases(amina, { orderId, account: buyer.email });
    expect(counted).toEqual({
      'end a dispatched order': 4,
      'release a payout': 3,
      'record that a payout failed': 3,
      'record a payout as paid': 3,
      'settle an M-Pesa request in doubt': 3,
      'close a report': 3,
      'suspend an account': 4,
      'move an account to a new number, from the list': 3,
      'move an account to a new number, by search': 4,
    });
  });
});
