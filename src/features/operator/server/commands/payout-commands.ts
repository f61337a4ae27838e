import { OPEN_PAYOUTS } from '#features/operator/server/cases/list-payouts.ts';
import { enablePayouts } from '#features/operator/server/operations/outgoing-operations.ts';
import {
  payoutApprove,
  payoutFailed,
  payoutPaid,
} from '#features/operator/server/operations/payout-operations.ts';
import { kes } from '#features/operator/server/operations/value-texts.ts';
import { payoutStatuses } from '#features/orders/rules/payment.ts';
import {
  countPayouts,
  countUnverifiedPayouts,
  listPayouts,
} from '#features/orders/server/operator-work.ts';
import { centsOf } from '#platform/rules/money.ts';
import { findStanding } from '#platform/server/live-database-queries.ts';
import { type Call, type Command, CommandError, does, idIn, needed, reads } from './command.ts';
import { drawTable, moreText } from './draw-table.ts';

/** Payouts to farmers, and refunds of a difference to buyers. */
export const payoutCommands: Record<string, Command> = {
  payouts: {
    usage: 'payouts [all] [--after <payout>], payouts enable [--reason "…"]',
    about:
      'what farmers have earned and not got yet, and differences on their way back to buyers, oldest first; or every payout. enable: this database, a restored copy say, is the one that pays out from now on',
    run: (call) =>
      call.words[0] === 'enable'
        ? does(call, enablePayouts, { reason: call.options.reason })
        : showPayouts(call),
  },
  payout: {
    usage:
      'payout <payout> approve|failed --reason "…" [--before-dispute-window-ends] [--without-asking-mpesa], payout <payout> paid --receipt … [--with-small-ones|--alone]',
    about:
      'lets one go that is held or failed, also while its buyer may still dispute the order where that is said; what was sent before goes out again once M-Pesa says that it brought nothing; or writes down that one that was sent never arrived, or by which receipt it was paid, and whether that paid the small ones that left with it too',
    run: decide,
  },
};

async function showPayouts(call: Call) {
  const { db, services, words, options } = call;
  const [which] = words;
  const { after } = options;
  const statuses = which === 'all' ? payoutStatuses : OPEN_PAYOUTS;
  const afterId = after === undefined ? 0 : idIn(after, 'payout');
  const payouts = await reads(call, 'payouts', (tx) => listPayouts(tx, statuses, afterId));
  const rows = payouts.map(
    ({
      payoutId,
      orderId,
      paymentId,
      email,
      sentTo,
      phoneNumber,
      isVerified,
      amount,
      status,
      heldUntil,
      receipt,
      resultText,
      sentWithId,
    }) => [
      payoutId,
      orderId,
      email,
      sentTo ?? phoneNumber,
      kes(centsOf(amount)),
      services.sms && status === 'due' && !isVerified ? 'due, waiting for verification' : status,
      heldUntil,
      [
        paymentId === null ? null : `returns a part of payment ${paymentId}`,
        sentWithId === null ? null : `left with payout ${sentWithId}, in one sum`,
        receipt,
        resultText,
      ]
        .filter(Boolean)
        .join(', '),
    ],
  );
  const headings = [
    'payout',
    'order',
    'to',
    'number',
    'amount',
    'status',
    'held until',
    'receipt, or what M-Pesa says',
  ];
  const more = (await countPayouts(db, statuses, afterId)) - rows.length;
  const next = `payouts ${which === 'all' ? 'all ' : ''}--after ${payouts.at(-1)?.payoutId}`;
  const table = drawTable(headings, rows, 'No payout waits.') + moreText(more, next);
  const notices = [
    (await findStanding(db)).paysOut ? '' : DISABLED,
    services.sms ? await unverifiedText(db) : '',
  ];
  return [...notices.filter(Boolean), table].join('\n\n');
}

async function unverifiedText(db: Call['db']): Promise<string> {
  const { number, amount } = await countUnverifiedPayouts(db);
  if (number === 0) return '';
  return `Waiting for verification: ${number} ${number === 1 ? 'payout' : 'payouts'}, ${kes(centsOf(amount))} in all. Since SMS is set up, money goes to verified numbers alone; these farmers are told so by mail.`;
}

const DISABLED =
  'This database is a copy, or was moved: nothing is paid out by M-Pesa until `payouts enable` says that it is the one. Make sure first that no other one pays.';

async function decide(call: Call) {
  const payoutId = idIn(call.words[0], 'payout');
  switch (call.words[1]) {
    case 'approve':
      return does(call, payoutApprove, {
        payoutId,
        reason: needed(call, 'reason'),
        beforeDisputeWindowEnds: call.options['before-dispute-window-ends'],
        withoutAskingMpesa: call.options['without-asking-mpesa'],
      });
    case 'failed':
      return does(call, payoutFailed, { payoutId, reason: needed(call, 'reason') });
    case 'paid':
      return does(call, payoutPaid, {
        payoutId,
        receipt: needed(call, 'receipt'),
        smallPayouts: smallPayoutsIn(call),
        reason: call.options.reason,
      });
    default:
      throw new CommandError('What about it? approve, paid or failed.');
  }
}

function smallPayoutsIn({ options }: Call): 'paid' | 'due' | undefined {
  if (options['with-small-ones'] && options.alone)
    throw new CommandError('--with-small-ones or --alone, not both.');
  if (options['with-small-ones']) return 'paid';
  return options.alone ? 'due' : undefined;
}
