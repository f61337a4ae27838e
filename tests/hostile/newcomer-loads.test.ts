import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startConversation } from '#features/messages/server/start-conversation.ts';
import { SMS_DOWN_SECONDS } from '#features/notifications/rules/limits.ts';
import { smsCauses } from '#features/notifications/server/sms-causes.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { callWithProof } from '#tests/setup/proofs.ts';
import { report, tally } from '#tests/setup/report.ts';
import { call } from '#tests/setup/rest.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const FARMS = 20;
const MAILBOXES = 200;
const VERIFIED = 60;
const NETWORKS = 50;
const SMS_REQUESTS = 1000;
const MAIL_REQUESTS = 2100;
const LONG = { timeout: 570_000 };

let market: Market;
let sms: OpenSms;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
});

const farmersPhone = (farm: number) => `+2547120000${String(farm).padStart(2, '0')}`;

async function makeFarms() {
  const farms = [];
  for (let farm = 0; farm < FARMS; farm++) {
    const farmer = await makeFarm(market);
    await givePhone(market, farmer, { phoneNumber: farmersPhone(farm) });
    farms.push({
      ...farmer,
      product: await makeProduct(market, farmer, { name: 'Nyanya', quantity: 100 }),
    });
  }
  return farms;
}

const countWaiting = () => countRows(market.db, 'sms_messages', sql`status = 'waiting'`);

const makeMailboxes = (count: number) =>
  rowsOf<{ id: number }>(
    market.db,
    sql`insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
      select 'mailbox' || n || '@x.example', 'buyer', 'none', 'Juma', 'Otieno', '+254700' || lpad(n::text, 6, '0'), ${START}, ${START}, ${START}
        from generate_series(1, ${count}::int) n returning id`,
  );

describe('E119: after a flood of first messages', () => {
  async function writeToAll(
    farms: Awaited<ReturnType<typeof makeFarms>>,
    mailboxes: { id: number }[],
  ) {
    for (const { id: buyerId } of mailboxes) {
      for (const { product } of farms) {
        await startConversation(
          market.db,
          { buyerId, productId: product.id, text: 'Bado zipo?' },
          market.services,
        );
      }
    }
    await sendAllSms();
    return sms.messages.length;
  }

  /** On a busy machine the service may answer late, and everything waits for a while. */
  async function sendAllSms() {
    while ((await countWaiting()) > 0) {
      await market.workThroughSms();
      market.advance(SMS_DOWN_SECONDS);
    }
  }

  async function expectServed({ product }: { product: { id: number } }, farm: number) {
    const phone = phoneOf(market, sms, farmersPhone(farm));
    const buyer = await makeTestBuyer(market, { email: 'honest@x.ke' });
    await makeOrder(market, buyer, [{ productId: product.id, quantity: 1 }]);
    await phone.settle();
    await sendAllSms();
    // Pending messages may come after it.
    expect(sms.inbox(farmersPhone(farm)).filter((text) => text.includes('NDIO'))).toHaveLength(1);
    expect(await phone.write('PESA')).toContain('Unadai');
  }

  test(
    'from unproven mailboxes a farmer still hears of a new order and gets answers',
    LONG,
    async () => {
      const [farms, mailboxes] = [await makeFarms(), await makeMailboxes(MAILBOXES)];
      const caused = await writeToAll(farms, mailboxes);
      expect(caused).toBe(0);
      const [first] = farms;
      if (first) await expectServed(first, 0);
      report(
        'E119',
        `${FARMS * MAILBOXES} first messages of ${MAILBOXES} mailboxes: ${caused} SMS; then 1 of 1 new order told, 1 of 1 word answered`,
      );
    },
  );

  test(
    'from verified numbers they cause no more SMS than their share, and the farmer is served',
    LONG,
    async () => {
      const [farms, mailboxes] = [await makeFarms(), await makeMailboxes(VERIFIED)];
      await market.db.execute(
        sql`update users set phone_verified_at = ${START} where email like 'mailbox%'`,
      );
      const caused = await writeToAll(farms, mailboxes);
      expect(caused).toBeGreaterThan(0);
      expect(caused).toBeLessThanOrEqual(FARMS * (smsCauses.message.perRecipient + 1));
      const [first] = farms;
      if (first) await expectServed(first, 0);
      report(
        'E119',
        `${FARMS * VERIFIED} first messages of ${VERIFIED} verified numbers: ${caused} SMS; then 1 of 1 new order told, 1 of 1 word answered`,
      );
    },
  );
});

describe('E120: after a flood of sign-ups', () => {
  const attackersAddress = (request: number) =>
    `2001:db8:${(request % NETWORKS).toString(16)}:${request.toString(16)}::1`;
  const PATH = '/api/auth/send-otp';
  const HONEST = { 'x-forwarded-for': '2001:db8:ffff:1::1' };

  test('an honest newcomer signs up by phone', LONG, async () => {
    const outcomes = [];
    for (let request = 0; request < SMS_REQUESTS; request++) {
      const body = {
        phoneNumber: `+2547330${String(request).padStart(5, '0')}`,
        purpose: 'verify-phone',
      };
      const headers = { 'x-forwarded-for': attackersAddress(request) };
      outcomes.push(String((await call(market, PATH, body, { headers })).status));
    }
    const phoneNumber = '+254711000111';
    const body = { phoneNumber, purpose: 'verify-phone' };
    expect((await callWithProof(market, { path: PATH, headers: HONEST }, body)).status).toBe(200);
    const otp = sms.lastCode(phoneNumber);
    const verified = await call(
      market,
      '/api/auth/verify-otp',
      { ...body, otp },
      { headers: HONEST },
    );
    expect(verified.body).toMatchObject({ success: true, phoneNumber });
    report(
      'E120',
      `${SMS_REQUESTS} codes by SMS from ${NETWORKS} IPv6 networks: ${tally(outcomes)}; then 1 of 1 newcomer verified`,
    );
  });

  test('an honest newcomer signs up by email', LONG, async () => {
    const outcomes = [];
    for (let request = 0; request < MAIL_REQUESTS; request++) {
      const headers = { 'x-forwarded-for': attackersAddress(request) };
      const body = { email: `flood${request}@x.ke`, purpose: 'signup' };
      outcomes.push(String((await call(market, PATH, body, { headers })).status));
    }
    const email = 'wanjiru@x.ke';
    const body = { email, purpose: 'signup' };
    expect((await callWithProof(market, { path: PATH, headers: HONEST }, body)).status).toBe(200);
    const verified = await call(
      market,
      '/api/auth/verify-otp',
      { ...body, userType: 'farmer', otp: market.lastCode(email) },
      { headers: HONEST },
    );
    expect(verified.body).toMatchObject({ success: true, signupToken: expect.any(String) });
    report(
      'E120',
      `${MAIL_REQUESTS} codes by email from ${NETWORKS} IPv6 networks: ${tally(outcomes)}; then 1 of 1 newcomer verified`,
    );
  });
});
