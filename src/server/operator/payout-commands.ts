import { approvePayout, failPayout, type PayoutDecision, recordPayout } from '#server/payments/decide-payout.ts';
import { countPayouts, listPayouts } from '#server/payments/list-operator-work.ts';
import { centsOf } from '#shared/money.ts';
import { payoutStatuses } from '#shared/payment.ts';
import { type Call, type Command, type Done, idIn, needed, OperatorError, receiptIn, recorded } from './command.ts';
import { drawTable, kes, momentText, moreText } from './draw-table.ts';

/** Money on its way to farmers. */
export const payoutCommands: Record<string, Command> = {
  payouts: {
    usage: 'payouts [all] [--after <payout>]',
    about: 'what farmers have earned and not got yet, oldest first; or every payout',
    run: showPayouts,
  },
  payout: {
    usage: 'payout <payout> approve|failed --reason "…" [--before-dispute-window-ends], payout <payout> paid --receipt …',
    about:
      'lets one go that is held or failed, also while its buyer may still dispute the order where that is said; or writes down that one that was sent never arrived, or by which receipt it was paid',
    run: decide,
  },
};

async function showPayouts({ db, words: [which], options: { after } }: Call) {
  const statuses = which === 'all' ? payoutStatuses : (['due', 'sent', 'failed', 'unknown'] as const);
  const afterId = after === undefined ? 0 : idIn(after, 'payout');
  const payouts = await listPayouts(db, statuses, afterId);
  const rows = payouts.map(
    ({ payoutId, orderId, farmerEmail, sentTo, phoneNumber, amount, status, heldUntil, receipt, resultText }) => [
      payoutId,
      orderId,
      farmerEmail,
      sentTo ?? phoneNumber,
      kes(centsOf(amount)),
      status,
      heldUntil,
      receipt ?? resultText,
    ],
  );
  const headings = ['payout', 'order', 'farmer', 'number', 'amount', 'status', 'held until', 'receipt, or what M-Pesa says'];
  const more = (await countPayouts(db, statuses, afterId)) - rows.length;
  const next = `payouts ${which === 'all' ? 'all ' : ''}--after ${payouts.at(-1)?.payoutId}`;
  return drawTable(headings, rows, 'No payout waits.') + moreText(more, next);
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
          return done(await approvePayout(tx, { payoutId, now, beforeDisputeWindowEnds }), `Payout ${payoutId} may go out.`);
        },
      });
    }
    case 'failed': {
      const reason = needed(call, 'reason');
      return recorded(call, {
        action: 'payout failed',
        details: { payoutId, reason },
        work: async (tx, now) =>
          done(await failPayout(tx, { payoutId, now }), `Payout ${payoutId} never arrived; approve it to send it again.`),
      });
    }
    case 'paid': {
      const receipt = receiptIn(call);
      return recorded(call, {
        action: 'payout paid',
        details: { payoutId, receipt, reason: call.options.reason },
        work: async (tx, now) =>
          done(await recordPayout(tx, { payoutId, receipt, now }), `Payout ${payoutId} is paid by ${receipt}.`),
      });
    }
    default:
      throw new OperatorError('What about it? approve, paid or failed.');
  }
}

/** What is said of it, and what the log keeps besides what was typed. @throws OperatorError when nothing was done */
function done(decision: PayoutDecision, said: string): Done {
  switch (decision.outcome) {
    case 'done': {
      const { payout, disputableUntil } = decision;
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
    case 'unknown':
      throw new OperatorError('There is no such payout.');
    case 'receiptKnown':
      throw new OperatorError('This receipt stands on another payout already.');
    case 'notPossible':
      throw new OperatorError(`It is ${decision.status}: that can't be done with it.`);
  }
}
