import { expect, test } from 'vitest';
import { callbackOf } from '#demo/mpesa/results.ts';
import { createToken } from '#platform/server/hashes.ts';
import { logIn, makeBuyer, makeFarmer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder } from '#tests/factories/trade.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { standingAlone } from '#tests/setup/standing-alone.ts';

const NEW_PASSWORD = 'Mpya-kabisa-2026';
const WRONG_PASSWORD = 'Kosa-kubwa-2026';

test('F47: the log of a whole trade contains no phone number, national ID, code, token or password', async () => {
  const market = await makeMarket();
  const mpesa = await openMpesa(market);
  const buyer = await makeBuyer(market, { phoneNumber: '0733111222', nationalId: '31415926' });
  const farmer = await makeFarmer(market, { phoneNumber: '0144555666', nationalId: '27182818' });
  const { email, password } = buyer;
  const again = await logIn(market, { email, password, role: 'buyer' });
  const { id: productId } = await makeProduct(market, farmer, { price: 50 });
  const order = await makeOrder(market, again, [{ productId, quantity: 5 }], {
    paymentMethod: 'M-Pesa',
  });
  const { id: orderId } = order;
  const rest = (path: string, token: string, body: object) =>
    market.request(path, { token, body, method: 'POST' });

  await rest(`/api/farmer/orders/${orderId}/confirm`, farmer.token, {});
  await rest(`/api/buyer/orders/${orderId}/pay`, again.token, { phoneNumber: '0799888777' });
  const { callbackUrl } = mpesa.lastPrompt();
  const forged = { ...mpesa.lastPrompt(), answer: 'approve', receipt: 'SFORGED123' } as const;
  await market.request(new URL(callbackUrl).pathname, {
    body: callbackOf(forged, { amount: 1, at: market.services.clock() }),
  });
  await market.request(`${new URL(callbackUrl).pathname}/more`, { body: '{' });
  const unknownToken = createToken();
  await market.request(`/api/payments/callback/${unknownToken}`, { body: '{"Body":' });
  await market.request(`/api/payments/result/${unknownToken}?phone=254799888777`, { body: {} });
  await mpesa.answer('cancel');
  market.advance(120);
  await mpesa.round();
  await rest(`/api/buyer/orders/${orderId}/pay`, again.token, { phoneNumber: '0799888777' });
  const second = mpesa.lastPrompt();
  await mpesa.answer('approve');
  await rest(`/api/farmer/orders/${orderId}/dispatch`, farmer.token, {});
  await rest(`/api/farmer/orders/${orderId}/complete`, farmer.token, {
    handoverCode: codeOf(orderId),
  });
  await mpesa.workThrough();
  await mpesa.round();
  const payout = mpesa.mpesa.payouts[0];
  expect(payout, 'a payout was sent').toBeDefined();

  market.outage.mail = true;
  await outcomeOf(market.caller().otp.send({ email: 'new@x.ke', purpose: 'signup' }));
  await market.caller().auth.forgotPassword({ email });
  await market.workThroughOutbox();
  market.outage.mail = false;
  await outcomeOf(market.caller().auth.verifyBuyerCredentials({ email, password: WRONG_PASSWORD }));
  const changing = market
    .caller({ token: again.token })
    .auth.changePassword({ currentPassword: password, newPassword: NEW_PASSWORD });
  expect(await outcomeOf(changing)).toBe('accepted');
  await market.workThroughOutbox();

  const log = market.logged.join('\n');
  const codes = market.mailbox.flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? []);
  const callbackTokens = [callbackUrl, second.callbackUrl, payout?.resultUrl ?? ''].map(
    (url) => url.split('/').at(-1) ?? '',
  );
  const secrets = [
    '733111222',
    '144555666',
    '799888777',
    '31415926',
    '27182818',
    password,
    NEW_PASSWORD,
    WRONG_PASSWORD,
    buyer.token,
    again.token,
    farmer.token,
    unknownToken,
    ...callbackTokens,
  ];
  expect(callbackTokens.every((token) => token.length >= 40)).toBe(true);
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(codes.length).toBeGreaterThanOrEqual(3);
  for (const code of codes) expect(log).not.toMatch(standingAlone(code));
  for (const address of [email, farmer.email, 'new@x.ke']) expect(log).not.toContain(address);
  expect(market.logged.length).toBeGreaterThan(10);
  report(
    'F47',
    `${market.logged.length} log lines of a whole trade: none of ${secrets.length} phones, IDs, tokens and passwords, ${codes.length} codes, 3 emails`,
  );
});
