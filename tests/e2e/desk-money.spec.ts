import {
  type APIRequestContext,
  type Browser,
  type Page,
  request as requests,
} from 'playwright/test';
import { createAccounts } from './accounts.ts';
import { call } from './call.ts';
import { createDemoMailbox } from './demo-server.ts';
import {
  addAuthenticator,
  countTaps,
  DESKTOP,
  enterByLink,
  logInWithPasskey,
  PHONE,
  REASON,
  startDeskDemo,
} from './desk-fixtures.ts';
import { axeViolations, expect, test } from './fixtures.ts';
import { offer, uniqueWord } from './pages/market-page.ts';

const DAY_SECONDS = 24 * 3600;
const AMOUNT = 'KES 240.00';

test.describe('two people at the desk', () => {
  // One demo for all: each test goes on where the one before has ended.
  test.describe.configure({ mode: 'serial' });
  let demo: Awaited<ReturnType<typeof startDeskDemo>>;
  let request: APIRequestContext;
  let amina: Operator;
  let juma: Operator;
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(300_000);
    demo = await startDeskDemo();
    request = await requests.newContext({ baseURL: demo.url });
    amina = await operator(browser, PHONE);
    juma = await operator(browser, DESKTOP);
    await enterByLink(amina.page, await demo.firstLink());
    // Baraka has a key. From the second lead on, it counts only with an account of his name.
    for (const name of ['baraka', 'juma']) {
      const asked = await demo.requestLink('invite', name, '--role', 'lead');
      await demo.open(amina.page, `?open=request-${asked}`);
      await amina.page.getByRole('button', { name: 'Approve', exact: true }).click();
      await expect(amina.page.getByText(`${name} gets a link by email`)).toBeVisible();
    }
    await enterByLink(juma.page, await demo.mailedLink('juma'));
  });
  test.afterAll(async () => {
    await amina?.page.context().close();
    await juma?.page.context().close();
    await request?.dispose();
    await demo?.stop();
  });

  type Operator = { page: Page };

  async function operator(browser: Browser, viewport: typeof PHONE): Promise<Operator> {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await addAuthenticator(page);
    return { page };
  }

  async function paymentStatusOf(token: string, orderId: number): Promise<string> {
    const answer = await request.get('/trpc/buyer.orders.get', {
      headers: { authorization: `Bearer ${token}` },
      params: { input: JSON.stringify({ orderId }) },
    });
    return (await answer.json()).result.data.paymentStatus;
  }

  /** An order that was paid by M-Pesa and about which its buyer has reported a problem. */
  async function makeDispute(browser: Browser): Promise<number> {
    const accounts = createAccounts(request, createDemoMailbox(request));
    const farm = await offer(request, accounts, [{ name: `${uniqueWord()} kale`, price: 80 }]);
    const buyer = await accounts.buyer();
    const as = (token: string) => (path: string, input: object) =>
      call(request, token, { path, input });
    const [asBuyer, asFarmer] = [as(buyer.token), as(farm.token)];
    await asBuyer('buyer.cart.put', { lines: [{ productId: farm.ids[0], quantity: 3 }] });
    const order = { fulfilment: 'collection', paymentMethod: 'M-Pesa' };
    const placed = await asBuyer('buyer.orders.place', { idempotencyKey: uniqueWord(), order });
    const orderId: number = placed.orders[0].id;
    await asFarmer('farmer.orders.confirm', { orderId });
    await asBuyer('buyer.orders.pay', { orderId, phoneNumber: '0712345678' });
    const phone = await browser.newPage();
    await phone.goto(`${demo.url}/demo/phone`);
    await phone.getByLabel('PIN').fill('1234');
    await phone.getByRole('button', { name: 'OK', exact: true }).click();
    await expect
      .poll(() => paymentStatusOf(buyer.token, orderId), { timeout: 20_000 })
      .toBe('paid');
    await phone.close();
    await asFarmer('farmer.orders.dispatch', { orderId });
    await asBuyer('buyer.orders.dispute', { orderId, reason: 'Half of it was rotten.' });
    return orderId;
  }

  test('a dispute ends with a refund that one requests and another approves, in the fewest taps', async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    await makeDispute(browser);
    // Three taps: the case, the choice, confirm.
    const ending = countTaps();
    await demo.open(amina.page);
    await ending.tap(amina.page.getByRole('button', { name: /Half of it was rotten/ }));
    await ending.tap(amina.page.getByRole('button', { name: 'Cancel: refund the buyer' }));
    await expect(amina.page.getByText(AMOUNT).first()).toBeVisible();
    await amina.page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await ending.tap(amina.page.getByRole('button', { name: 'Do it' }));
    await expect(amina.page.getByText(/Order \d+ is cancelled/)).toBeVisible();
    expect(ending.taps).toBe(3);

    const asking = countTaps();
    await requestRefund(juma.page, { receipt: 'sgh7back01', taps: asking });
    expect(asking.taps).toBe(3);
    // The requester cannot approve.
    await demo.open(juma.page);
    await juma.page.getByRole('button', { name: /Needs approval/ }).click();
    const own = juma.page.getByRole('button', { name: 'Approve', exact: true });
    await expect(own).toHaveAttribute('aria-disabled', 'true');
    await expect(juma.page.getByText('Another person has to approve your request.')).toBeVisible();

    // Two taps: the request, approve.
    const approving = countTaps();
    await demo.open(amina.page);
    await approving.tap(amina.page.getByRole('button', { name: /Needs approval/ }));
    await expect(amina.page.getByText('SGH7BACK01')).toBeVisible();
    await approving.tap(amina.page.getByRole('button', { name: 'Approve', exact: true }));
    await expect(amina.page.getByText(/KES 240\.00 of order \d+ are refunded/)).toBeVisible();
    expect(approving.taps).toBe(2);
    await demo.open(juma.page);
    await expect(juma.page.getByRole('button', { name: /Needs approval/ })).toHaveCount(0);
  });

  async function cancelDispute(orderId: number) {
    const { page } = amina;
    await demo.open(page, `?open=order-${orderId}`);
    await page.getByRole('button', { name: 'Cancel: refund the buyer' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await page.getByRole('button', { name: 'Do it' }).click();
    await expect(page.getByText(/Order \d+ is cancelled/)).toBeVisible();
  }

  /** The sentence about a new request. */
  const saidIn = async (page: Page) =>
    (await page.getByText(/Request \d+ waits for another/).textContent()) ?? '';

  async function requestRefund(
    page: Page,
    { receipt, taps = countTaps() }: { receipt: string; taps?: ReturnType<typeof countTaps> },
  ) {
    await demo.open(page);
    await taps.tap(page.getByRole('button', { name: /Refund due/ }).first());
    await taps.tap(page.getByRole('button', { name: 'Record a refund' }));
    await page.getByRole('textbox', { name: 'M-Pesa receipt' }).fill(receipt);
    await taps.tap(page.getByRole('button', { name: 'Request approval' }));
    await expect(page.getByText(/Request \d+ waits for another/)).toBeVisible();
  }

  test('every page is whole at both widths, in both languages, and axe finds nothing', async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const orderId = await makeDispute(browser);
    const reportId = await makeReport();
    const requestId = await demo.requestLink('new-link', 'juma');
    const { page } = amina;
    await demo.open(page, '?tab=visits');
    await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button').click();
    const visit = new URL(page.url()).search;
    const pages = [
      ...['cases', 'payouts', 'visits', 'statement', 'figures', 'log', 'people', 'server'].map(
        (tab) => `?tab=${tab}`,
      ),
      visit,
      `?open=order-${orderId}`,
      `?open=${visit.replace(/.*visit-/, 'account-')}`,
      `?open=report-${reportId}`,
      `?open=request-${requestId}`,
    ];
    const problems = [];
    // English comes last: the tests after this one read amina's page in English.
    for (const language of ['sw', 'en'])
      for (const viewport of [DESKTOP, PHONE]) {
        await page.context().addCookies([{ name: 'language', value: language, url: demo.url }]);
        await page.setViewportSize(viewport);
        for (const search of pages)
          problems.push(
            ...(await problemsOf(page, search)).map(
              (problem) => `${search} ${language} ${viewport.width}: ${problem}`,
            ),
          );
      }
    expect(problems).toEqual([]);
  });

  async function problemsOf(page: Page, search: string): Promise<string[]> {
    await demo.open(page, search);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.locator('main [class*="animate-pulse"]')).toHaveCount(0);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    return [...(tooWide ? ['wider than the screen'] : []), ...(await axeViolations(page))];
  }

  /** A conversation that its buyer has reported. */
  async function makeReport(): Promise<number> {
    const accounts = createAccounts(request, createDemoMailbox(request));
    const farm = await offer(request, accounts, [{ name: `${uniqueWord()} beans`, price: 90 }]);
    const buyer = await accounts.buyer();
    const started = await call(request, buyer.token, {
      path: 'conversations.start',
      input: { productId: farm.ids[0], text: 'Is it fresh?' },
    });
    await call(request, buyer.token, {
      path: 'conversations.report',
      input: { conversationId: started.id, reason: 'Asks me to pay elsewhere' },
    });
    return Number(/report (\d+)/.exec(await demo.command('reports'))?.[1]);
  }

  test('the server refuses an own approval also without the page, and a request lapses after a day', async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    await cancelDispute(await makeDispute(browser));
    await requestRefund(juma.page, { receipt: 'SGH7BACK02' });
    const [id = ''] = /\d+/.exec(await saidIn(juma.page)) ?? [];
    const approveAs = async ({ page }: Operator) => {
      const { token, userAgent } = await page.evaluate(() => ({
        token: sessionStorage.getItem('deskToken') ?? '',
        userAgent: navigator.userAgent,
      }));
      const answer = await request.post('/trpc/desk.requests.approve', {
        headers: { authorization: `Bearer ${token}`, 'user-agent': userAgent },
        data: { requestId: Number(id) },
      });
      return (await answer.json()).error?.message;
    };
    expect(await approveAs(juma)).toBe('Another person has to approve your request.');

    await demo.moveOn(DAY_SECONDS);
    for (const { page } of [amina, juma]) {
      await demo.open(page);
      await logInWithPasskey(page);
    }
    await expect(amina.page.getByRole('button', { name: /Needs approval/ })).toHaveCount(0);
    expect(await approveAs(amina)).toBe('This request lapsed after a day. Request it again.');
    await requestRefund(juma.page, { receipt: 'SGH7BACK03' });
    await demo.open(amina.page);
    await amina.page.getByRole('button', { name: /Needs approval/ }).click();
    await amina.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(amina.page.getByText(/KES 240\.00 of order \d+ are refunded/)).toBeVisible();
  });

  test('a lost passkey: a new link takes two people, works once, and ends the lost one', async ({
    browser,
  }) => {
    const lost = amina;
    amina = await operator(browser, PHONE);
    await demo.open(amina.page);
    await amina.page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(amina.page.getByRole('alert')).toBeVisible();

    const asked = await demo.requestLink('new-link', 'amina');
    await demo.open(juma.page, `?open=request-${asked}`);
    await juma.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(juma.page.getByText('amina gets a link by email')).toBeVisible();
    // Her sessions have ended, and the lost passkey ends when the link is used.
    await lost.page.reload();
    await expect(lost.page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
    const link = await demo.mailedLink('amina');
    await enterByLink(amina.page, link);
    await lost.page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(lost.page.getByRole('alert')).toBeVisible();
    await lost.page.goto('about:blank');
    await lost.page.goto(link);
    await expect(lost.page.getByText(/link has been used or has lapsed/)).toBeVisible();
    await lost.page.context().close();
    await amina.page.getByRole('button', { name: 'Logout' }).click();
    await logInWithPasskey(amina.page);
  });
});
