import {
  type APIRequestContext,
  type Locator,
  type Page,
  request as requests,
} from 'playwright/test';
import { m } from '#text';
import {
  ANY,
  DESKTOP,
  logInWithPasskey,
  type Operator,
  openOperator,
  PHONE,
  REASON,
  startDeskDemo,
} from './desk-fixtures.ts';
import { makeDispute, makeReport } from './desk-orders.ts';
import { axeViolations, expect as quicklyExpect, test } from './fixtures.ts';

/** A demo that has just started is busy with its prices. */
const expect = quicklyExpect.configure({ timeout: 30_000 });

const DAY_SECONDS = 24 * 3600;
const AMOUNT = 'KES 240';

test.describe('two operators at the desk', () => {
  // Each test goes on where the one before has ended.
  test.describe.configure({ mode: 'serial' });
  let demo: Awaited<ReturnType<typeof startDeskDemo>>;
  let request: APIRequestContext;
  let amina: Operator;
  let juma: Operator;
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(300_000);
    demo = await startDeskDemo();
    request = await requests.newContext({ baseURL: demo.url });
    amina = await openOperator(browser, onPhone());
    juma = await openOperator(browser, { viewport: DESKTOP, language: 'en', url: demo.url });
  });
  test.afterAll(async () => {
    await amina?.page.context().close();
    await juma?.page.context().close();
    await request?.dispose();
    await demo?.stop();
  });

  const onPhone = () => ({ viewport: PHONE, language: 'sw' as const, url: demo.url });

  async function approveLink(
    { page, button, like }: Operator,
    { asked, name }: { asked: string; name: string },
  ) {
    await demo.open(page, `?open=request-${asked}`);
    await button(m.deskApprove).click();
    await expect(page.getByText(like(m.deskLinkMailed, { name, email: ANY }))).toBeVisible();
  }

  const rowOf = ({ page, say }: Operator, kind: typeof m.deskKindRequest) =>
    page.getByRole('button', { name: say(kind, {}) }).first();

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

  test('an operator enters by a link that works once, and comes back with the passkey', async () => {
    test.setTimeout(240_000);
    const { page, button, say, like } = amina;
    const link = await demo.firstLink();
    await enter(amina, link);

    await page.getByText('A third of it was bruised.').click();
    await button(m.deskEndCancelled).click();
    await expect(page.getByText(say(m.deskFxCancelledFarmerGone, {}))).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    const reason = page.getByRole('textbox', { name: say(m.orderReasonLabel, {}) });
    await reason.fill(REASON);
    await page.route('**/trpc/desk.do.**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
    );
    await page.getByRole('form').locator('[type=submit]').click();
    const ended = page.getByRole('dialog', { name: say(m.deskEndedTitle, {}) });
    await expect(ended).toBeVisible();
    await page.unroute('**/trpc/desk.do.**');
    await ended.getByRole('button', { name: say(m.deskWithPasskey, {}) }).click();
    await expect(ended).toBeHidden();
    await expect(reason).toHaveValue(REASON);
    await page.getByRole('form').locator('[type=submit]').click();
    const inputs = { orderId: ANY, end: ANY, payment: ANY };
    await expect(page.getByText(like(m.deskOrderEnded, inputs))).toBeVisible();

    // Baraka has a key. From the second lead on, it counts only with an account of his name.
    for (const name of ['baraka', 'juma']) {
      const asked = await demo.requestLink('invite', name, '--role', 'lead');
      await approveLink(amina, { asked, name });
    }
    await expectUsed(amina, link);
    const mailed = await demo.mailedLink('juma');
    await enter(juma, mailed);
    await expectUsed(juma, mailed);
    for (const operator of [amina, juma]) {
      await demo.open(operator.page);
      await expect(operator.page.getByRole('searchbox')).toBeVisible();
    }
  });

  test('every page is whole at both widths in Swahili, and axe finds nothing', async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const orderId = await makeDispute({ request, browser, url: demo.url });
    await makeReport(request);
    const requestId = await demo.requestLink('new-link', 'juma');
    const { page } = amina;
    await demo.open(page);
    await rowOf(amina, m.deskKindReport).click();
    await page.waitForURL(/open=report-/);
    const report = new URL(page.url()).search;
    await demo.open(page, '?tab=visits');
    await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button').click();
    const visit = new URL(page.url()).search;
    const tabs = ['cases', 'payouts', 'visits', 'statement', 'figures', 'log', 'people', 'server'];
    const pages = [
      ...tabs.map((tab) => `?tab=${tab}`),
      visit,
      `?open=order-${orderId}`,
      `?open=${visit.replace(/.*visit-/, 'account-')}`,
      report,
      `?open=request-${requestId}`,
    ];
    const problems = [];
    for (const search of pages)
      for (const problem of await problemsOf(page, search)) problems.push(`${search}: ${problem}`);
    expect(problems).toEqual([]);
  });

  /** Where a page is wider than the screen, and what axe finds on the phone. */
  async function problemsOf(page: Page, search: string): Promise<string[]> {
    await demo.open(page, search);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.locator('main [class*="animate-pulse"]')).toHaveCount(0);
    const tooWide = [];
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      // Components that measure themselves adjust just after the window.
      const isTooWide = await page
        .waitForFunction(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
          null,
          { timeout: 3000 },
        )
        .then(
          () => false,
          () => true,
        );
      if (isTooWide) tooWide.push(`wider than ${viewport.width} px`);
    }
    return [...tooWide, ...(await axeViolations(page))];
  }

  test('a dispute ends with a refund that one requests and another approves, in the fewest taps', async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const orderId = await makeDispute({ request, browser, url: demo.url });
    let taps = 0;
    const tap = async (control: Locator) => {
      await control.click();
      taps += 1;
    };
    const field = ({ page, say }: Operator, name: typeof m.orderReasonLabel) =>
      page.getByRole('textbox', { name: say(name, {}) });
    const { page, button, say, like } = amina;
    await demo.open(page);
    await tap(
      page.getByRole('button', { name: new RegExp(`\\b${orderId}: Half of it was rotten`) }),
    );
    await button(m.deskEndPaying).click();
    await expect(page.getByText(say(m.deskTakesTwo, {}))).toBeVisible();
    await expect(button(m.deskRequest)).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await tap(button(m.deskEndRefunding));
    await expect(page.getByText(say(m.deskTakesTwo, {}))).toBeHidden();
    await expect(page.getByText(AMOUNT).first()).toBeVisible();
    await field(amina, m.orderReasonLabel).fill(REASON);
    const confirm = page.getByRole('form').locator('[type=submit]');
    await expect(confirm).toHaveText(/^(Refund|Rudisha)\sKES\s[\d,.]+$/);
    await tap(confirm);
    const ended = { orderId, end: ANY, payment: ANY };
    await expect(page.getByText(like(m.deskOrderEnded, ended))).toBeVisible();

    // The requests of the tests before this one lapse.
    await demo.moveOn(DAY_SECONDS);
    for (const operator of [amina, juma]) {
      await demo.open(operator.page);
      await logInWithPasskey(operator);
    }
    await expect(rowOf(juma, m.deskKindRequest)).toHaveCount(0);
    await tap(rowOf(juma, m.deskKindRefund));
    await field(juma, m.deskReceipt).fill('SGH7BACK01');
    await tap(juma.button(m.deskRequest));
    const said = juma.page.getByText(juma.like(m.deskRequested, { id: ANY }));
    await expect(said).toBeVisible();
    const [requestId] = /\d+/.exec((await said.textContent()) ?? '') ?? [];
    await demo.open(juma.page, `?open=request-${requestId}`);
    await expect(juma.button(m.deskApprove)).toHaveAttribute('aria-disabled', 'true');
    await expect(juma.page.getByText(juma.say(m.deskOwnRequest, {}))).toBeVisible();

    await demo.open(page);
    await tap(rowOf(amina, m.deskKindRequest));
    await expect(page.getByText('SGH7BACK01')).toBeVisible();
    await tap(button(m.deskApprove));
    const refunded = like(m.deskRefunded, { amount: '240', orderId: ANY });
    await expect(page.getByText(refunded)).toBeVisible();
    // The case, the choice and its confirmation; a case with one choice and its confirmation; then
    // the request and its approval.
    expect(taps).toBe(7);
    await demo.open(juma.page);
    await expect(rowOf(juma, m.deskKindRequest)).toHaveCount(0);
  });
});
