import { callbackOf } from '#demo/simulated-mpesa.ts';
import { createToken } from '#server/hashes.ts';
import {
  advance,
  codeOf,
  logged,
  mailbox,
  makeBuyer,
  makeFarmer,
  makeOrder,
  makeProduct,
  now,
  openMarket,
  openMpesa,
  report,
  request,
  runOutbox,
} from '#tests/setup/in-market.ts';
import { standingAlone } from '#tests/setup/standing-alone.ts';

test('F47: the log of a whole trade contains no phone number, national ID, code, token or password', async () => {
  await openMarket();
  const mpesa = await openMpesa();
  const buyer = await makeBuyer({ phoneNumber: '0733111222', nationalId: '31415926' });
  const farmer = await makeFarmer({ phoneNumber: '0144555666', nationalId: '27182818' });
  const { id: productId } = await makeProduct(farmer, { price: 50 });
  const lines = [{ productId, quantity: 5 }];
  const { id } = await makeOrder(buyer, lines, { paymentMethod: 'M-Pesa' });
  const asFarmer = (step: string, body = {}) =>
    request(`/api/farmer/orders/${id}/${step}`, { token: farmer.token, body });
  const pay = () =>
    request(`/api/buyer/orders/${id}/pay`, {
      token: buyer.token,
      body: { phoneNumber: '0799888777' },
    });

  await asFarmer('confirm');
  await pay();
  const { callbackUrl } = mpesa.lastPrompt();
  const callbackPath = new URL(callbackUrl).pathname;
  const forged = { ...mpesa.lastPrompt(), answer: 'approve', receipt: 'SFORGED123' } as const;
  await request(callbackPath, {
    body: callbackOf(forged, { amount: 1, at: now() }),
  });
  await request(`${callbackPath}/more`, { body: '{' });
  const unknownToken = createToken();
  await request(`/api/payments/callback/${unknownToken}`, { body: '{"Body":' });
  await request(`/api/payments/result/${unknownToken}?phone=254799888777`, { body: {} });
  await mpesa.answer('cancel');
  advance(120);
  await mpesa.round();
  await pay();
  const second = mpesa.lastPrompt();
  await mpesa.answer('approve');
  await asFarmer('dispatch');
  await asFarmer('complete', { handoverCode: codeOf(id) });
  await mpesa.workThrough();
  await mpesa.round();
  const payout = mpesa.mpesa.payouts[0];
  expect(payout, 'a payout was sent').toBeDefined();
  await runOutbox();

  const log = logged.join('\n');
  const codes = mailbox.flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? []);
  const callbackTokens = [callbackUrl, second.callbackUrl, payout?.resultUrl ?? ''].map(
    (url) => url.split('/').at(-1) ?? '',
  );
  expect(callbackTokens.every((token) => token.length >= 40)).toBe(true);
  const secrets = [
    ...['733111222', '144555666', '799888777', '31415926', '27182818'],
    ...[buyer.password, buyer.token, farmer.token, unknownToken],
    ...callbackTokens,
    ...[buyer.email, farmer.email],
  ];
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(codes.length).toBeGreaterThanOrEqual(2);
  for (const code of codes) expect(log).not.toMatch(standingAlone(code));
  expect(logged.length).toBeGreaterThan(10);
  report(
    'F47',
    `${logged.length} log lines of a whole trade: none of ${secrets.length} phones, IDs, tokens, passwords and emails, ${codes.length} codes`,
  );
});
