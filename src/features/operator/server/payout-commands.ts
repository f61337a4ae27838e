import { payoutStatuses } from '#features/orders/rules/payment.ts';
import {
  approvePayout,
  failPayout,
  type PayoutDecision,
  type PayoutWait,
  recordPayout,
} from '#features/orders/server/decide-payout.ts';
import {
  countPayouts,
  countUnverifiedPayouts,
  listPayouts,
} from '#features/orders/server/list-operator-work.ts';
import { centsOf } from '#platform/rules/money.ts';
import { findStanding, nameLiveDatabase } from '#platform/server/live-database-queries.ts';
import {
  type Call,
  type Command,
  type Done,
  idIn,
  needed,
  OperatorError,
  receiptIn,
  recorded,
} from './command.ts';
import { drawTable, kes, momentText, moreText } from './draw-table.ts';

/** Payouts to farmers. */
export const payoutCommands: Record<string, Command> = {
  payouts: {
    usage: 'payouts [all] [--after <payout>], payouts enable [--reason "…"]',
    about:
      'what farmers have earned and not got yet, oldest first; or every payout. enable: this database, a restored copy say, is the one that pays out from now on',
    run: (call) => (call.words[0] === 'enable' ? enable(call) : showPayouts(call)),
  },
  payout: {
    usage:
      'payout <payout> approve|failed --reason "…" [--before-dispute-window-ends] [--without-asking-mpesa], payout <payout> paid --receipt … [--with-small-ones|--alone]',
    about:
      'lets one go that is held or failed, also while its buyer may still dispute the order where that is said; what was sent before goes out again once M-Pesa says that it brought nothing; or writes down that one that was sent never arrived, or by which receipt it was paid, and whether that paid the small ones that left with it too',
    run: decide,
  },
};

async function showPayouts({ db, services, words: [which], options: { after } }: Call) {
  const statuses =
    which === 'all' ? payoutStatuses : (['due', 'sent', 'failed', 'unknown'] as const);
  const afterId = after === undefined ? 0 : idIn(after, 'payout');
  const payouts = await listPayouts(db, statuses, afterId);
  const rows = payouts.map(
    ({
      payoutId,
      orderId,
      farmerEmail,
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
      farmerEmail,
      sentTo ?? phoneNumber,
      kes(centsOf(amount)),
      services.sms && status === 'due' && !isVerified ? 'due, waiting for verification' : status,
      heldUntil,
      [
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
    'farmer',
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

function enable(call: Call) {
  return recorded(call, {
    action: 'payouts enable',
    details: { reason: call.options.reason },
    work: async (tx, now) => {
      if ((await findStanding(tx)).paysOut)
        throw new OperatorError('This database pays out already.');
      await nameLiveDatabase(tx, { paysOut: true, now });
      return 'This database pays out from now on, and is the live one: what waits to be sent goes out too.';
    },
  });
}

function decide(call: Call) {
  const payoutId = idIn(call.words[0], 'payout');
  switch (call.words[1]) {
    case 'approve': {
      const reason = needed(call, 'reason');
      return recorded(call, {
        action: 'payout approve',
        details: { payoutId, reason },
        work: async (tx, now) => {
          const beforeDisputeWindowEnds = call.options['before-dispute-window-ends'] === true;
          const withoutAsking = call.options['without-asking-mpesa'] === true;
          const needsVerifiedPhone = call.services.sms !== null;
          const approval = {
            payoutId,
            now,
            beforeDisputeWindowEnds,
            needsVerifiedPhone,
            withoutAsking,
          };
          const decision = await approvePayout(tx, approval);
          const waitsFor = decision.outcome === 'done' && decision.waitsFor;
          return done(
            decision,
            `Payout ${payoutId} may go out.${waitsFor ? ` ${waitText(waitsFor)}` : ''}`,
          );
        },
      });
    }
    case 'failed': {
      const reason = needed(call, 'reason');
      return recorded(call, {
        action: 'payout failed',
        details: { payoutId, reason },
        work: async (tx, now) =>
          done(
            await failPayout(tx, { payoutId, now }),
            `Payout ${payoutId} never arrived; approve it to send it again.`,
          ),
      });
    }
    case 'paid': {
      const receipt = receiptIn(call);
      const smallPayouts = smallPayoutsIn(call);
      return recorded(call, {
        action: 'payout paid',
        details: { payoutId, receipt, smallPayouts, reason: call.options.reason },
        work: async (tx, now) =>
          done(
            await recordPayout(tx, { payoutId, receipt, now, smallPayouts }),
            `Payout ${payoutId} is paid by ${receipt}.`,
          ),
      });
    }
    default:
      throw new OperatorError('What about it? approve, paid or failed.');
  }
}

function smallPayoutsIn({ options }: Call): 'paid' | 'due' | undefined {
  if (options['with-small-ones'] && options.alone)
    throw new OperatorError('--with-small-ones or --alone, not both.');
  if (options['with-small-ones']) return 'paid';
  return options.alone ? 'due' : undefined;
}

/**
 * The text to print, and log details that the operator did not type.
 * @throws OperatorError if nothing was done
 */
function done(decision: PayoutDecision, saidWhenDone: string): Done {
  switch (decision.outcome) {
    case 'done':
    case 'asking': {
      const { payout, disputableUntil } = decision;
      const said = decision.outcome === 'asking' ? askingText(payout.id) : saidWhenDone;
      const warning = `The buyer of order ${payout.orderId} may dispute it until`;
      const printed = disputableUntil
        ? `${said} ${warning} ${momentText(disputableUntil)}: what has left can't be called off.`
        : said;
      return { said: printed, details: { disputableUntil } };
    }
    case 'disputable':
      throw new OperatorError(
        `The buyer of order ${decision.payout.orderId} may dispute it until ${momentText(decision.disputableUntil)}, and a payout that has left can't be called off. To let it go before then, add --before-dispute-window-ends.`,
      );
    case 'smallUndecided':
      throw new OperatorError(smallUndecidedText(decision));
    case 'notAskable':
      throw new OperatorError(
        `Payout ${decision.payout.id} left with one that was called off, and M-Pesa can't be asked about it alone. Look into its books: if the sum arrived, record the receipt; if not, add --without-asking-mpesa.`,
      );
    case 'unknown':
      throw new OperatorError('There is no such payout.');
    case 'receiptKnown':
      throw new OperatorError('This receipt stands on another payout already.');
    case 'notPossible':
      throw new OperatorError(
        `Its status is "${decision.status}", which this command cannot change.`,
      );
  }
}

function smallUndecidedText({
  payout,
  smallPayouts,
}: Extract<PayoutDecision, { outcome: 'smallUndecided' }>): string {
  const allCents = smallPayouts.reduce(
    (sum, { amountCents }) => sum + amountCents,
    payout.amountCents,
  );
  const number =
    smallPayouts.length === 1 ? '1 small payout' : `${smallPayouts.length} small payouts`;
  return `${number} left with this one, ${kes(allCents)} in one sum. If the receipt is for ${kes(allCents)}, add --with-small-ones; if it is for ${kes(payout.amountCents)}, add --alone, and the small ones go out later.`;
}

function waitText(wait: PayoutWait): string {
  switch (wait.why) {
    case 'unverified':
      return 'But it waits until the farmer verifies the phone number under Profile, because money goes to verified numbers alone since SMS is set up.';
    case 'suspended':
      return 'But it waits as long as the farmer is suspended.';
    case 'doubtful':
      return 'But it waits for a number that its farmer is known to hold: the SIM was reported as changed, or the number has a new holder.';
    case 'newNumber':
      return `But it waits until ${momentText(wait.until)}, because the farmer's phone number was changed.`;
    case 'accountGone':
      return 'But the farmer has no account any more, so it can only be paid by hand.';
    case 'notPaying':
      return 'But it waits for `payouts enable`, because this database is a copy, or was moved.';
  }
}

const askingText = (payoutId: number) =>
  `Payout ${payoutId} was sent before. M-Pesa is asked what became of that. If it brought nothing, the payout goes out again; if it arrived, it is marked as paid. If M-Pesa can't be asked, look into its books and add --without-asking-mpesa.`;
