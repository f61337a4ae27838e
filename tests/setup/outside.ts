import { eq } from 'drizzle-orm';
import { simulatedSmsAccount, startSimulatedSms } from '#demo/sms/simulated-sms.ts';
import { sessions } from '#features/accounts/server/tables/sessions.ts';
import { notify } from '#features/notifications/server/notify.ts';
import {
  noticePreferences,
  pushSubscriptions,
} from '#features/notifications/server/tables/notices.ts';
import { payoutNotice } from '#features/orders/rules/notices.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
import type { Connection } from '#platform/server/db/database.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { startAcceptingService } from '#tests/setup/servers/accepting-push-service.ts';
import { startSmtpSink } from '#tests/setup/servers/smtp-sink.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const now = () => new Date();

export async function openOutside() {
  const smtp = await startSmtpSink();
  const sms = await startSimulatedSms({ clock: now, post: async () => '' });
  const pushes = await startAcceptingService();
  return {
    smtp,
    pushes,
    settings: {
      SMTP_URL: smtp.url,
      SMS_BASE_URL: sms.baseUrl,
      SMS_USERNAME: simulatedSmsAccount.username,
      SMS_API_KEY: simulatedSmsAccount.apiKey,
      SMS_SENDER: simulatedSmsAccount.sender,
      SMS_CALLBACK_SECRET: simulatedSmsAccount.callbackSecret,
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
      await smtp.stop();
      await sms.stop();
      await pushes.stop();
    },
  };
}

export type Outside = Awaited<ReturnType<typeof openOutside>>;

/**
 * Somebody to write to in every way, an order that nobody has answered in time, and letters, an SMS
 * and a notification that wait.
 */
export async function leaveWaiting(connection: Connection, outside: Outside) {
  const market = await makeMarket(connection);
  market.services.clock = now;
  await rememberLiveDatabase(connection.db, market.services);
  const farm = await makeFarm(market, { email: 'wanjiru@shamba.example' });
  const buyer = await makeTestBuyer(market);
  const product = await makeProduct(market, farm, { quantity: 100 });
  const order = await makeOrder(market, buyer, [{ productId: product.id, quantity: 2 }]);
  await connection.db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - 2 * DAY_MILLISECONDS) });
  await givePhone(market, farm, { phoneNumber: '+254712345678' });
  await connection.db
    .insert(noticePreferences)
    .values({ userId: farm.id, topic: 'money', channel: 'sms', isOn: true });
  const [session] = await connection.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, farm.id));
  const moments = { createdAt: now(), renewedAt: now() };
  await connection.db.insert(pushSubscriptions).values({
    userId: farm.id,
    sessionId: session?.id ?? 0,
    endpoint: `${outside.pushes.origin}/phone`,
    ...outside.pushes.keys,
    ...moments,
  });
  // Money is told at night too.
  const facts = { orderId: order.id, amountCents: 25_000 };
  const paid = {
    kind: payoutNotice,
    userIds: [farm.id],
    subject: 'order/1',
    link: '/',
    facts,
  } as const;
  await connection.db.transaction((tx) => notify(tx, [paid], now()));
}
