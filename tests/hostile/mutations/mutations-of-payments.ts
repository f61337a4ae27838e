import { edit, type Mutation } from './mutation.ts';

/** Guards that keep money from leaving twice, and strangers from ringing phones. */
export const mutationsOfPayments: Mutation[] = [
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
    name: 'paying-row',
    removes: 'a restored row identifies no database',
    edits: [
      edit('live-database-queries.ts', 'const isWrittenHere = sql<boolean>`(', 'const isWrittenHere = sql<boolean>`true or ('),
    ],
    tests: ['features/orders/payments/paying-database.test.ts'],
    project: 'postgres',
  },
  {
    name: 'held-copy',
    removes: 'a copied database mails nobody: neither its rounds nor its mailer',
    edits: [
      edit('features/notifications/server/start-outbox.ts', 'lane.isOutgoing && services.live.isLive', 'undefined'),
      edit(
        'live-database.ts',
        'if (!(await isLive())) throw new Error(HELD);\n    await mailer',
        'await isLive();\n    await mailer',
      ),
    ],
    tests: ['platform/server/live-database.test.ts'],
    named: 'folder that was copied',
    project: 'embedded',
  },
  {
    name: 'held-clock',
    removes: 'in a copied database no order expires',
    edits: [
      edit(
        'features/orders/server/run-order-clock.ts',
        '{ pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000, mayRun: live.isLive }',
        '{ pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000 }',
      ),
    ],
    tests: ['platform/server/live-database.test.ts'],
    named: 'folder that was copied',
    project: 'embedded',
  },
  {
    name: 'unverified-told-once',
    removes: 'a farmer is told once that payouts wait for the number to be verified',
    edits: [
      edit(
        'features/notifications/server/notify.ts',
        '(await wasNotified(tx, { userId, kind: notice.kind, subject: notice.subject }))',
        'false',
      ),
    ],
    tests: ['features/orders/payments/unverified-payouts.test.ts'],
    named: 'by mail once',
    project: 'embedded',
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
        'payout.originatorConversationId !== null && !withoutAsking',
        'withoutAsking && !withoutAsking',
      ),
    ],
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'payout-late-result',
    removes: 'a result counts in every state of its payout',
    edits: [
      edit(
        'features/orders/server/payment-callbacks.ts',
        'if (!isSuccess) return false;',
        'if (isSuccess || !isSuccess) return false;',
      ),
    ],
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'same-amount-turn',
    removes: 'the same amount to one phone waits for its turn',
    edits: [
      edit(
        'features/orders/server/payments/pushes/push-again.ts',
        'const last = waiting ?? (await findLastPush(tx, ask));',
        'const last = waiting && null;',
      ),
    ],
    tests: ['features/orders/payments/same-amount.test.ts'],
    project: 'embedded',
  },
  {
    name: 'sweep-of-waiting',
    removes: 'M-Pesa is not asked about a push that still waits for its turn',
    edits: [
      edit(
        'features/orders/server/payments/pushes/attempt-queries.ts',
        'and(isOpen, isNull(paymentAttempts.pushAt), lte(',
        'and(isOpen, lte(',
      ),
    ],
    tests: ['features/orders/payments/same-amount.test.ts'],
    project: 'embedded',
  },
  {
    name: 'push-again',
    removes: 'a push that M-Pesa postpones is sent again',
    edits: [
      edit(
        'features/orders/server/payments/pushes/push-again.ts',
        'if (waitSeconds === undefined ||',
        'if (waitSeconds !== 0 || waitSeconds === undefined ||',
      ),
    ],
    tests: ['features/orders/payments/same-amount.test.ts'],
    project: 'embedded',
  },
  {
    name: 'overloaded-code',
    removes: 'errorCode 500.001.1001 is read by its message',
    edits: [
      edit(
        'platform/server/adapters/daraja/answers.ts',
        "if (code !== OVERLOADED_CODE) return 'refused';",
        "if (code !== OVERLOADED_CODE || text) return 'refused';",
      ),
    ],
    tests: ['features/orders/payments/same-amount.test.ts'],
    project: 'embedded',
  },
  {
    name: 'strangers-phones',
    removes: 'one buyer may have few numbers asked, per order and per day',
    edits: [
      edit(
        'features/orders/server/request-payment.ts',
        'await refuseManyPhones(tx, { orderId, buyerId, phoneNumber }, now);',
        '',
      ),
    ],
    tests: ['features/orders/payments/strangers-phones.test.ts'],
    project: 'embedded',
  },
  {
    name: 'buyer-phones-lock',
    removes: 'the numbers of a buyer are counted one push after the other',
    edits: [edit('features/orders/server/request-payment.ts', '  await lockBuyerPhones(tx, buyerId);\n', '')],
    tests: ['features/orders/payments/strangers-phones.test.ts'],
    named: 'at once',
    project: 'postgres',
  },
  {
    name: 'owners-budget',
    removes: "an owner's pushes are counted separately from strangers'",
    edits: [edit('features/orders/server/request-payment.ts', "if (ownership === 'none')", 'if (ownership)')],
    tests: ['features/orders/payments/strangers-phones.test.ts'],
    project: 'embedded',
  },
  {
    name: 'claimed-phone',
    removes: 'all who claim a number and have never paid from it are counted together',
    edits: [edit('features/orders/server/request-payment.ts', "[own, ['mpesaPushClaimed', phoneNumber]]", '[own]')],
    tests: ['features/orders/payments/strangers-phones.test.ts'],
    named: 'say a number is theirs',
    project: 'embedded',
  },
];
