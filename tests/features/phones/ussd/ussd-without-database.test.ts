import { createApp } from '#app/server/app.ts';
import { createDatabase } from '#server/database.ts';
import { logged, market, openMarket, openSms, services } from '#tests/setup/in-market.ts';

test('a phone that dials while the database is down gets one sentence in both languages', async () => {
  await openMarket();
  await openSms();
  const fail = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const app = createApp({
    connection: { ...market.connection, db: createDatabase(fail, fail) },
    services,
    findClientAddress: () => '127.0.0.1',
    tileUrl: 'https://tiles.test.example/{z}/{x}/{y}.png',
  });
  const response = await app.request(`/api/ussd/${services.sms?.callbackSecret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      sessionId: 's',
      phoneNumber: '+254712345678',
      text: '',
    }).toString(),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
  const answer = await response.text();
  expect(answer).toMatch(/^END SokoShamba: samahani.*\nSokoShamba: sorry/);
  expect(answer.length).toBeLessThanOrEqual(160);
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
});
