import { eq, sql } from 'drizzle-orm';
import { sessions } from '#accounts/server/tables/sessions.ts';
import { simulatedSmsAccount, startSimulatedSms } from '#demo/simulated-sms.ts';
import { notify } from '#notifications/server/inbox.ts';
import { noticePreferences, pushSubscriptions } from '#notifications/server/tables.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { payoutNotice } from '#orders/server/payments/settle-payout.ts';
import type { Connection } from '#server/database.ts';
import { rememberLiveDatabase } from '#server/live-database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { startAcceptingService } from '#tests/setup/servers/accepting-push-service.ts';
import { startSmtpSink } from '#tests/setup/servers/smtp-sink.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';

const now = () => new Date();

export async function openOutside() {
  const { username, apiKey, sender, callbackSecret } = simulatedSmsAccount;
  const smtp = await startSmtpSink();
  const sms = await startSimulatedSms({ clock: now, post: async () => '' });
  const pushes = await startAcceptingService();
  return {
    smtp,
    sms,
    pushes,
    settings: {
      SMTP_URL: smtp.url,
      SMS_BASE_URL: sms.baseUrl,
      SMS_USERNAME: username,
      SMS_API_KEY: apiKey,
      SMS_SENDER: sender,
      SMS_CALLBACK_SECRET: callbackSecret,
      PUSH_SERVICES: pushes.origin,
      VAPID_PUBLIC_KEY: TEST_VAPID_KEYS.publicKey,
      VAPID_PRIVATE_KEY: TEST_VAPID_KEYS.privateKey,
      APP_SECRET: 'x'.repeat(40),
      LOG_LEVEL: 'silent',
    },
    sent: async () => ({
      mails: smtp.received.length,
      sms: sms.messages.length,
      pushes: (await pushes.counted()).paths.length,
    }),
    async stop() {
      for (const service of [smtp, sms, pushes]) await service.stop();
    },
  };
}

export type Outside = Awaited<ReturnType<typeof openOutside>>;

export async function leaveWaiting(connection: Connection, outside: Outside) {
  const { db } = connection;
  const market = await makeMarket(connection);
  market.services.clock = now;
  await rememberLiveDatabase(db, market.services);
  const farm = await makeFarm(market, { email: 'wanjiru@shamba.example' });
  const buyer = await makeTestBuyer(market);
  const product = await makeProduct(market, farm, { quantity: 100 });
  const order = await makeOrder(market, buyer, [{ productId: product.id, quantity: 2 }]);
  await db.update(orders).set({ createdAt: sql`now() - interval '2 days'` });
  await givePhone(market, farm, { phoneNumber: '+254712345678' });
  await db
    .insert(noticePreferences)
    .values({ userId: farm.id, topic: 'money', channel: 'sms', isOn: true });
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, farm.id));
  await db.insert(pushSubscriptions).values({
    userId: farm.id,
    sessionId: session?.id ?? 0,
    endpoint: `${outside.pushes.origin}/phone`,
    ...outside.pushes.keys,
    createdAt: now(),
    renewedAt: now(),
  });
  const facts = { orderId: order.id, amountCents: 25_000 };
  const where = { userIds: [farm.id], subject: 'order/1', link: '/' };
  const paid = { kind: payoutNotice, ...where, facts };
  await db.transaction((tx) => notify(tx, [paid], now()));
}
