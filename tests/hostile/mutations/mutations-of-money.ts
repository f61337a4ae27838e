import { edit, type Mutation } from './mutation.ts';

const callbacks = [
  'features/orders/payments/callbacks.test.ts',
  'features/orders/payments/early-and-late-callbacks.test.ts',
];
const ERASED = 'features/phones/kept-and-erased.test.ts';
const wild = [
  'features/orders/payments/seen-in-the-wild.test.ts',
  'features/orders/payments/payouts-in-the-wild.test.ts',
];

/** Guards of payments and payouts. */
export const mutationsOfMoney: Mutation[] = [
  {
    name: 'payment-table',
    removes: 'a payment status only takes steps of the table',
    edits: [
      edit(
        'features/orders/server/orders/set-payment-status.ts',
        'if (!paymentTransitions[from].includes(to)) return false;',
        '',
      ),
    ],
    tests: callbacks,
    project: 'embedded',
  },
  {
    name: 'callback-query',
    removes: 'a callback is confirmed by asking M-Pesa',
    edits: [
      edit(
        'features/orders/server/payments/pushes/settle-payment.ts',
        'const answer = await mpesa.query(checkoutRequestId);',
        "const claim = claims.find((one) => one.checkoutRequestId === checkoutRequestId);\n    const answer = claim ? ({ outcome: 'settled', resultCode: claim.isSuccess ? '0' : '1', resultText: '' } as const) : await mpesa.query(checkoutRequestId);",
      ),
    ],
    tests: callbacks,
    project: 'embedded',
  },
  {
    name: 'callback-amount',
    removes: 'the paid amount must be the requested one',
    edits: [
      edit(
        'features/orders/server/payments/pushes/apply-result.ts',
        'if (otherAmount !== undefined || isTooLittle)',
        'if (isTooLittle)',
      ),
    ],
    tests: callbacks,
    project: 'embedded',
  },
  {
    name: 'open-attempt',
    removes: 'one push for an order at a time',
    edits: [
      edit(
        'features/orders/server/request-payment.ts',
        "if (await findBlockingAttempt(tx, orderId)) throw new AppError('PAYMENT_UNDER_WAY');",
        '',
      ),
    ],
    tests: ['features/orders/payments/pushes.test.ts'],
    project: 'embedded',
  },
  {
    name: 'settled-once',
    removes: 'an attempt is settled once',
    edits: [
      edit(
        'features/orders/server/payments/pushes/attempt-queries.ts',
        'and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, from))',
        'eq(paymentAttempts.id, id)',
      ),
    ],
    tests: [...callbacks, 'features/orders/payments/money-properties.test.ts'],
    project: 'embedded',
  },
  {
    name: 'receipt-once',
    removes: 'a receipt belongs to one payment',
    edits: [
      edit(
        'features/orders/server/payments/pushes/apply-result.ts',
        'if (receipt && !(await isReceiptKnown(tx, receipt)))',
        'if (receipt)',
      ),
    ],
    tests: callbacks,
    named: 'receipt is not taken over',
    project: 'embedded',
  },
  {
    name: 'paying-database',
    removes: 'only the database that is identified as the paying one pays out',
    edits: [
      edit(
        'features/orders/server/payments/payouts/send-payouts.ts',
        'due.length === 0 || !(await findStanding(db)).paysOut',
        'due.length === 0',
      ),
    ],
    tests: ['features/orders/payments/paying-database.test.ts'],
    project: 'postgres',
  },
  {
    name: 'payout-5xx',
    removes: 'a 5xx of a payout does not count as a refusal',
    edits: [
      edit(
        'platform/server/adapters/daraja/daraja.ts',
        "answer.status >= 500) return { outcome: 'unknown' };",
        "answer.status >= 600) return { outcome: 'unknown' };",
      ),
    ],
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'payout-asks-first',
    removes: 'M-Pesa is asked before a payout is sent again',
    edits: [
      edit(
        'features/orders/server/decide-payout.ts',
        "payout.status === 'failed' && !withoutAsking",
        'withoutAsking && !withoutAsking',
      ),
    ],
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'payout-to-verified-number',
    removes: 'a payout waits for a verified number',
    edits: [
      edit(
        'features/orders/server/payments/payouts/payout-hold.ts',
        'needsVerifiedPhone && !payee.phoneVerifiedAt',
        'needsVerifiedPhone && payee.phoneVerifiedAt === now',
      ),
    ],
    tests: [ERASED],
    named: 'payout waits',
    project: 'embedded',
  },
  {
    name: 'small-payouts-follow',
    removes: 'small payouts fare as the one that they left with',
    edits: [
      edit(
        'features/orders/server/payments/payouts/payout-queries.ts',
        'if (moved.length > 0) await moveSmallPayouts',
        'if (moved.length > 9) await moveSmallPayouts',
      ),
    ],
    tests: ['features/orders/payments/small-payouts.test.ts'],
    named: 'next larger',
    project: 'postgres',
  },
  {
    name: 'receipt-of-zeros',
    removes: 'a transaction of zeros is no receipt',
    edits: [
      edit(
        'platform/server/adapters/daraja/said-values.ts',
        ' && !NO_RECEIPT.test(value)',
        ' && NO_RECEIPT !== null',
      ),
    ],
    tests: wild,
    named: 'zeros',
    project: 'embedded',
  },
];
