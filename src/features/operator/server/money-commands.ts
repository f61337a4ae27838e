import { recordRefund, settleByHand } from '#features/orders/server/decide-payment.ts';
import {
  countDueRefunds,
  countHeldAttempts,
  listDueRefunds,
  listHeldAttempts,
} from '#features/orders/server/list-operator-work.ts';
import { centsOf } from '#platform/rules/money.ts';
import {
  type Call,
  type Command,
  idIn,
  needed,
  OperatorError,
  receiptIn,
  recorded,
} from './command.ts';
import { drawTable, kes, moreText } from './draw-table.ts';

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
    run: refund,
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

async function showRefunds({ db }: Call) {
  const rows = (await listDueRefunds(db)).map(
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

function refund(call: Call) {
  const paymentId = idIn(call.words[0], 'payment');
  const receipt = receiptIn(call);
  return recorded(call, {
    action: 'refund',
    details: { paymentId, receipt, reason: call.options.reason },
    work: async (tx, now) => {
      const refunded = await recordRefund(tx, { paymentId, receipt, now });
      switch (refunded.outcome) {
        case 'recorded':
          return `${kes(centsOf(refunded.amount))} of order ${refunded.orderId} are refunded.`;
        case 'unknown':
          throw new OperatorError('There is no such payment.');
        case 'notDue':
          throw new OperatorError('No refund of it is due.');
        case 'receiptKnown':
          throw new OperatorError('This receipt stands on another refund already.');
      }
    },
  });
}

async function showAttempts({ db }: Call) {
  const rows = (await listHeldAttempts(db)).map((attempt) => [
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

function settle(call: Call) {
  const attemptId = idIn(call.words[0], 'attempt');
  const [, end] = call.words;
  if (end !== 'paid' && end !== 'failed')
    throw new OperatorError('What became of it? paid or failed.');
  const money = end === 'paid' ? { amountCents: centsIn(call), receipt: receiptIn(call) } : null;
  const reason = end === 'failed' ? needed(call, 'reason') : call.options.reason;
  return recorded(call, {
    action: `attempt ${end}`,
    details: { attemptId, ...money, reason },
    work: async (tx, now) => {
      const settled = await settleByHand(tx, { attemptId, money, now }, call.services);
      switch (settled.outcome) {
        case 'settled':
          if (!money) return `Attempt ${attemptId} brought nothing.`;
          return settled.counts
            ? 'It pays for the order.'
            : 'It does not pay for the order, and is due back.';
        case 'unknown':
          throw new OperatorError('There is no such attempt.');
        case 'receiptKnown':
          throw new OperatorError('This receipt stands on another payment already.');
        case 'notPossible':
          throw new OperatorError(
            `Its status is "${settled.status}", which this command cannot change.`,
          );
      }
    },
  });
}

/** @throws OperatorError if the option is no amount */
function centsIn(call: Call): number {
  const text = needed(call, 'amount');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new OperatorError('--amount is an amount in KES, such as 1500.');
  return centsOf(Number(text));
}
