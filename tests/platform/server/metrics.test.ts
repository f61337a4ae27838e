import { createApp } from '#app/server/app.ts';
import { watchProcess } from '#server/metrics.ts';
import { countMessages } from '#server/outbox-queries.ts';
import { db, type Market, market, openMarket, services } from '#tests/setup/in-market.ts';

const TOKEN = 'a token of sixteen or more';

const withToken = (market: Market, metricsToken?: string) =>
  createApp({
    connection: market.connection,
    services: market.services,
    findClientAddress: () => '127.0.0.1',
    metricsToken,
    tileUrl: 'https://tiles.test.example/{z}/{x}/{y}.png',
  });

test('/metrics does not exist without a token, and is refused without the right one', async () => {
  await openMarket();
  expect((await withToken(market).request('/metrics')).status).toBe(404);
  const app = withToken(market, TOKEN);
  expect((await app.request('/metrics')).status).toBe(401);
  const wrong = { authorization: `Bearer ${TOKEN}x` };
  expect((await app.request('/metrics', { headers: wrong })).status).toBe(401);
});

test('/metrics counts requests, procedures, code mails, the outbox and the database, with no label chosen by a client', async () => {
  await openMarket();
  watchProcess(services.metrics, market.connection, () => countMessages(db));
  const app = withToken(market, TOKEN);
  const post = (path: string, body: object) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/api/auth/send-otp', { email: 'wanjiru@x.ke', purpose: 'signup' });
  await post('/trpc/auth.forgotPassword', { email: 'wanjiru@x.ke' });
  for (const odd of ['/api/wanjiru', '/trpc/wanjiru.secret', '/wanjiru/%F0%9F'])
    await app.request(odd);
  await app.request('/api/auth/login', { method: 'WANJIRU' });
  const response = await app.request('/metrics', {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const text = await response.text();
  expect(response.headers.get('cache-control')).toBe('no-store');
  for (const line of [
    'code_mails_total{purpose="signup",outcome="sent"} 1',
    'procedure_seconds_count{procedure="otp.send",outcome="ok"} 1',
    'request_seconds_count{method="POST",route="/api/auth/send-otp",status="200"} 1',
    'outbox_messages{kind="resetCode"} 1',
    'database_busy{kind="queries"}',
  ])
    expect(text).toContain(`sokoshamba_${line}`);
  expect(text.toLowerCase()).not.toContain('wanjiru');
});
