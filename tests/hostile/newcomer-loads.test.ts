import { startConversation } from '#messages/server/conversations.ts';
import { SMS_DOWN_SECONDS } from '#notifications/rules/notice.ts';
import { smsCauses } from '#notifications/server/sms-causes.ts';
import {
  advance,
  countRows,
  db,
  givenMarket,
  givePhone,
  isOnPostgres,
  makeFarm,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  type OpenSms,
  openSms,
  phoneOf,
  report,
  rowsOf,
  runSms,
  START,
  services,
  sql,
  tally,
} from '#tests/setup/in-market.ts';
import { type Outside, openOutside } from '#tests/setup/outside.ts';
import { asJson } from './parts/clients.ts';
import { loadedTrees, startServerProcess } from './parts/server-process.ts';

const FARMS = 20;
const VERIFIED = 60;
const NETWORKS = 50;
const LONG = { timeout: 570_000 };

let sms: OpenSms;
givenMarket();
beforeEach(async () => {
  sms = await openSms();
});

async function sendAllSms() {
  while ((await countRows('sms_messages', sql`status = 'waiting'`)) > 0) {
    await runSms();
    advance(SMS_DOWN_SECONDS);
  }
}

test(
  'E119: first messages from verified numbers cause no more SMS than their share, and the farmer is served',
  LONG,
  async () => {
    const farmersPhone = (farm: number) => `+2547120000${String(farm).padStart(2, '0')}`;
    const productIds: number[] = [];
    while (productIds.length < FARMS) {
      const farmer = await makeFarm();
      await givePhone(farmer, { phoneNumber: farmersPhone(productIds.length) });
      const product = await makeProduct(farmer, { name: 'Nyanya', quantity: 100 });
      productIds.push(product.id);
    }
    const mailboxes = await rowsOf<{
      id: number;
    }>(sql`insert into users (email, role, password_hash, first_name, last_name, phone_number, phone_verified_at, email_verified_at, created_at, updated_at)
        select 'mailbox' || n || '@x.example', 'buyer', 'none', 'Juma', 'Otieno', '+254700' || lpad(n::text, 6, '0'), ${START}, ${START}, ${START}, ${START}
          from generate_series(1, ${VERIFIED}::int) n returning id`);
    for (const { id: buyerId } of mailboxes) {
      for (const productId of productIds) {
        const user = { id: buyerId, role: 'buyer' } as const;
        const from = { ...services, db, language: 'en', user } as const;
        await startConversation(from, { productId, text: 'Bado zipo?' });
      }
    }
    await sendAllSms();
    const caused = sms.messages.length;
    expect(caused).toBeGreaterThan(0);
    expect(caused).toBeLessThanOrEqual(FARMS * (smsCauses.message.perRecipient + 1));

    const phone = phoneOf(sms, farmersPhone(0));
    const buyer = await makeTestBuyer({ email: 'honest@x.ke' });
    await makeOrder(buyer, [{ productId: productIds[0] ?? 0, quantity: 1 }]);
    await phone.settle();
    await sendAllSms();
    expect(sms.inbox(farmersPhone(0)).filter((text) => text.includes('NDIO'))).toHaveLength(1);
    expect(await phone.write('PESA')).toContain('Salio:');
    report(
      'E119',
      `${FARMS * VERIFIED} first messages of ${VERIFIED} verified numbers: ${caused} SMS; then 1 of 1 new order told, 1 of 1 word answered`,
    );
  },
);

type Body = Record<string, string>;
const ofPhone = (phoneNumber: string) => ({ phoneNumber, purpose: 'verify-phone' });
const ofEmail = (email: string): Body => ({ email, purpose: 'signup' });
const CONNECTIONS = 16;

describe.runIf(isOnPostgres).each(loadedTrees)('E120: $label', (tree) => {
  let outside: Outside;
  let server: Awaited<ReturnType<typeof startServerProcess>>;
  beforeEach(async () => {
    outside = await openOutside();
    const settings = { ...outside.settings, TRUSTED_PROXIES: '127.0.0.1' };
    server = await startServerProcess(settings, tree);
  });
  afterEach(async () => {
    await server?.stop();
    await outside?.stop();
  });

  async function ask(path: string, body: Body, address: string) {
    const headers = { 'x-forwarded-for': address };
    const answer = await fetch(`${server.url}/api/auth/${path}`, asJson({ body, headers }));
    return { status: String(answer.status), body: (await answer.json()) as object };
  }
  const mailTo = (email: string) =>
    outside.smtp.received.find(({ recipients }) => recipients.includes(email))?.parsed.text;

  test.each<{
    by: string;
    requests: number;
    bodyOf: (request: number) => Body;
    honest: Body;
    textOf: () => string | undefined;
    verified: object;
  }>([
    {
      by: 'SMS',
      requests: 1000,
      bodyOf: (request) => ofPhone(`+2547330${String(request).padStart(5, '0')}`),
      honest: ofPhone('+254711000111'),
      textOf: () => outside.sms.messages.find(({ to }) => to === '+254711000111')?.text,
      verified: { phoneNumber: '+254711000111' },
    },
    {
      by: 'email',
      requests: 2100,
      bodyOf: (request) => ofEmail(`flood${request}@x.ke`),
      honest: { ...ofEmail('wanjiru@x.ke'), userType: 'farmer' },
      textOf: () => mailTo('wanjiru@x.ke'),
      verified: { signupToken: expect.any(String) },
    },
  ])(
    'after a flood of $requests sign-ups, an honest newcomer signs up by $by',
    LONG,
    async ({ by, requests, bodyOf, honest, textOf, verified }) => {
      const outcomes: string[] = [];
      let next = 0;
      const flood = async () => {
        while (next < requests) {
          const request = next++;
          const network = `2001:db8:${(request % NETWORKS).toString(16)}`;
          const address = `${network}:${request.toString(16)}::1`;
          outcomes.push((await ask('send-otp', bodyOf(request), address)).status);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, flood));
      const quiet = '2001:db8:ffff:1::1';
      const { userType: _, ...asked } = honest;
      const { status } = await ask('send-otp', asked, quiet);
      report(
        'E120',
        `${tree.label}${requests} codes by ${by} from ${NETWORKS} IPv6 networks: ${tally(outcomes.toSorted())}; then a newcomer was answered ${status}`,
      );
      if (!tree.isBound) return;
      expect(status).toBe('200');
      await expect.poll(textOf, { timeout: 20_000 }).toMatch(/\b\d{6}\b/);
      const otp = /\b\d{6}\b/.exec(textOf() ?? '')?.[0] ?? '';
      const answer = await ask('verify-otp', { ...honest, otp }, quiet);
      expect(answer.body).toMatchObject({ success: true, ...verified });
    },
  );
});
