import {
  attemptFailed,
  attemptPaid,
  refund,
} from '#features/operator/server/operations/money-operations.ts';
import { kes } from '#features/operator/server/operations/value-texts.ts';
import {
  countDueRefunds,
  countHeldAttempts,
  listDueRefunds,
  listHeldAttempts,
} from '#features/orders/server/operator-work.ts';
import { centsOf } from '#platform/rules/money.ts';
import { type Call, type Command, CommandError, does, idIn, needed, reads } from './command.ts';
import { drawTable, moreText } from './draw-table.ts';

/** Refunds to buyers, and M-Pesa requests with an unexpected amount or an unknown outcome. */
export const moneyCommands: Record<string, Command> = {
  refunds: {
    usage: 'refunds',
    about: 'payments that are to go back to buyers, oldest first',
    run: showRefunds,
  },
  refund: {
    usage: 'refund <payment> --receipt …',
    about: 'writes down by which receipt a payment was sent back',
    run: recordRefund,
  },
  attempts: {
    usage: 'attempts',
    about: 'M-Pesa requests that brought another amount (held), or of which nothing is known',
    run: showAttempts,
  },
  attempt: {
    usage:
      'attempt <attempt> paid --amount <KES> --receipt …, attempt <attempt> failed --reason "…"',
    about:
      "settles one by what stands in M-Pesa's own books: so much came by this receipt, or nothing did",
    run: settle,
  },
};

async function showRefunds(call: Call) {
  const { db } = call;
  const rows = (await reads(call, 'refunds', listDueRefunds)).map(
    ({ paymentId, orderId, orderStatus, phoneNumber, amount, receipt, receivedAt }) => [
      paymentId,
      orderId,
      orderStatus,
      phoneNumber,
      kes(centsOf(amount)),
      receipt,
      receivedAt,
    ],
  );
  return (
    drawTable(
      ['payment', 'order', 'order is', 'to', 'amount', 'came by', 'at'],
      rows,
      'No refund is due.',
    ) + moreText((await countDueRefunds(db)) - rows.length)
  );
}

async function recordRefund(call: Call) {
  return does(call, refund, {
    paymentId: idIn(call.words[0], 'payment'),
    receipt: needed(call, 'receipt'),
    reason: call.options.reason,
  });
}

async function showAttempts(call: Call) {
  const { db } = call;
  const rows = (await reads(call, 'attempts', listHeldAttempts)).map((attempt) => [
    attempt.attemptId,
    attempt.orderId,
    attempt.orderStatus,
    attempt.status,
    attempt.phoneNumber,
    kes(centsOf(attempt.amount)),
    attempt.requestedAt,
    attempt.resultText,
  ]);
  const headings = [
    'attempt',
    'order',
    'order is',
    'attempt is',
    'number',
    'asked for',
    'at',
    'what M-Pesa says',
  ];
  return (
    drawTable(headings, rows, 'Nothing is in doubt.') +
    moreText((await countHeldAttempts(db)) - rows.length)
  );
}

async function settle(call: Call) {
  const attemptId = idIn(call.words[0], 'attempt');
  switch (call.words[1]) {
    case 'paid':
      return does(call, attemptPaid, {
        attemptId,
        amountCents: centsIn(call),
        receipt: needed(call, 'receipt'),
        reason: call.options.reason,
      });
    case 'failed':
      return does(call, attemptFailed, { attemptId, reason: needed(call, 'reason') });
    default:
      throw new CommandError('What became of it? paid or failed.');
  }
}

/** @throws CommandError if the option is no amount */
function centsIn(call: Call): number {
  const text = needed(call, 'amount');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new CommandError('--amount is an amount in KES, such as 1500.');
  return centsOf(Number(text));
}
