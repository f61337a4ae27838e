import { type Guard, type Mutation, without } from './mutation.ts';

const callbacks = [
  'features/orders/payments/callbacks.test.ts',
  'features/orders/payments/early-and-late-callbacks.test.ts',
];
const ERASED = 'features/phones/kept-and-erased.test.ts';
const wild = [
  'features/orders/payments/seen-in-the-wild.test.ts',
  'features/orders/payments/payouts-in-the-wild.test.ts',
];

const guards: Guard[] = [
  {
    name: 'payment-table',
    removes: 'a payment status only takes steps of the table',
    file: 'features/orders/server/orders/order-events.ts',
    find: 'if (!paymentTransitions[from].includes(to)) return false;',
    tests: callbacks,
  },
  {
    name: 'callback-query',
    removes: 'a callback is confirmed by asking M-Pesa',
    file: 'features/orders/server/payments/pushes/settle-payment.ts',
    find: 'const answer = await withoutSlot(() => mpesa.query(checkoutRequestId));',
    put: "const claim = claims.find((one) => one.checkoutRequestId === checkoutRequestId);\n    const answer = claim ? ({ outcome: 'settled', resultCode: claim.isSuccess ? '0' : '1', resultText: '' } as const) : await mpesa.query(checkoutRequestId);",
    tests: callbacks,
  },
  {
    name: 'callback-amount',
    removes: 'the paid amount must be the requested one',
    file: 'features/orders/server/payments/pushes/apply-result.ts',
    find: 'if (otherAmount !== undefined || isTooLittle)',
    put: 'if (isTooLittle)',
    tests: callbacks,
  },
  {
    name: 'open-attempt',
    removes: 'one push for an order at a time',
    file: 'features/orders/server/request-payment.ts',
    find: "if (await findBlockingAttempt(tx, order.id)) throw new AppError('PAYMENT_UNDER_WAY');",
    tests: ['features/orders/payments/pushes.test.ts'],
  },
  {
    name: 'settled-once',
    removes: 'an attempt is settled once',
    file: 'features/orders/server/payments/pushes/attempt-queries.ts',
    find: 'and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, from))',
    put: 'eq(paymentAttempts.id, id)',
    tests: [...callbacks, 'features/orders/payments/money-properties.test.ts'],
  },
  {
    name: 'receipt-once',
    removes: 'a receipt belongs to one request',
    file: 'features/orders/server/payments/pushes/apply-result.ts',
    find: 'if (receipt && !(await isReceiptKnown(tx, receipt)))',
    put: 'if (receipt)',
    tests: callbacks,
    named: 'receipt is not taken over',
  },
  {
    name: 'whole-request',
    removes:
      'an operator books the whole sum of a request for several orders, or none of it for them',
    file: 'features/orders/server/decide-money.ts',
    find: 'const isWhole = money?.amountCents === pushedCentsOf(attempt);',
    put: 'const isWhole = money !== null;',
    tests: ['features/orders/payments/shared-pushes.test.ts'],
  },
  {
    name: 'request-amount',
    removes: 'a callback must name the sum of all orders that its request asked for',
    file: 'features/orders/server/payments/pushes/apply-result.ts',
    find: 'amountCents !== null && amountCents !== pushedCentsOf(attempt)',
    put: 'amountCents !== null && attempt.pushedCents === null && amountCents !== attempt.amountCents',
    tests: ['features/orders/payments/shared-pushes.test.ts'],
  },
  {
    name: 'paying-database',
    removes: 'only the database that is identified as the paying one pays out',
    file: 'features/orders/server/payments/payment-clock.ts',
    find: 'due.length === 0 || !(await findStanding(db)).paysOut',
    put: 'due.length === 0',
    tests: ['features/orders/payments/paying-database.test.ts'],
    project: 'postgres',
  },
  {
    name: 'payout-5xx',
    removes: 'a 5xx of a payout does not count as a refusal',
    file: 'platform/server/adapters/daraja.ts',
    find: "answer.status >= 500) return { outcome: 'unknown' };",
    put: "answer.status >= 600) return { outcome: 'unknown' };",
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
  },
  {
    name: 'payout-asks-first',
    removes: 'M-Pesa is asked before a payout is sent again',
    file: 'features/orders/server/decide-money.ts',
    find: "payout.status === 'failed' && !withoutAsking",
    put: 'withoutAsking && !withoutAsking',
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
  },
  {
    name: 'payout-to-verified-number',
    removes: 'a payout waits for a verified number',
    file: 'features/orders/server/payments/take-payout.ts',
    find: 'needsVerifiedPhone && !payee.phoneVerifiedAt',
    put: 'needsVerifiedPhone && payee.phoneVerifiedAt === now',
    tests: [ERASED],
    named: 'payout waits',
  },
  {
    name: 'small-payouts-follow',
    removes: 'small payouts fare as the one that they left with',
    file: 'features/orders/server/payments/payout-queries.ts',
    find: 'if (moved.length > 0) await moveSmallPayouts',
    put: 'if (moved.length > 9) await moveSmallPayouts',
    tests: ['features/orders/payments/small-payouts.test.ts'],
    named: 'next larger',
    project: 'postgres',
  },
  {
    name: 'account-of-statement',
    removes: "only a line under the order's account confirms booked money",
    file: 'features/operator/server/operations/money-operations.ts',
    find: 'line.accountNumber.toUpperCase() === accountReference(orderId) &&',
    tests: ['features/operator/booked-money.test.ts'],
    named: 'another account',
  },
  {
    name: 'receipt-of-zeros',
    removes: 'a transaction of zeros is no receipt',
    file: 'platform/server/adapters/mpesa.ts',
    find: ' && !NO_RECEIPT.test(value)',
    put: ' && NO_RECEIPT !== null',
    tests: wild,
    named: 'zeros',
  },
];

export const mutationsOfMoney: Mutation[] = guards.map(without);
