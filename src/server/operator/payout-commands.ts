import { approvePayout, failPayout, type PayoutDecision, recordPayout } from '#server/payments/decide-payout.ts';
import { listPayouts } from '#server/payments/list-operator-work.ts';
import { centsOf } from '#shared/money.ts';
import { type Call, type Command, idIn, needed, OperatorError, receiptIn, recorded } from './command.ts';
import { drawTable, kes } from './draw-table.ts';

/** Money on its way to farmers. */
export const payoutCommands: Record<string, Command> = {
  payouts: {
    usage: 'payouts [all]',
    about: 'what farmers have earned and not got yet, newest first; or every payout',
    run: showPayouts,
  },
  payout: {
    usage: 'payout <payout> approve|failed --reason "…", payout <payout> paid --receipt …',
    about:
      'lets one go that is held or failed; or writes down that one that was sent never arrived, or by which receipt it was paid',
    run: decide,
  },
};

async function showPayouts({ db, words: [which] }: Call) {
  const payouts = await (which === 'all' ? listPayouts(db) : listPayouts(db, ['due', 'sent', 'failed', 'unknown']));
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
  return drawTable(headings, rows, 'No payout waits.');
}

function decide(call: Call) {
  const payoutId = idIn(call.words[0], 'payout');
  switch (call.words[1]) {
    case 'approve': {
      const reason = needed(call, 'reason');
      return recorded(call, {
        action: 'payout approve',
        details: { payoutId, reason },
        work: async (tx, now) => done(await approvePayout(tx, { payoutId, now }), `Payout ${payoutId} may go out.`),
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

/** @throws OperatorError when nothing was done */
function done(decision: PayoutDecision, said: string): string {
  switch (decision.outcome) {
    case 'done':
      return said;
    case 'unknown':
      throw new OperatorError('There is no such payout.');
    case 'receiptKnown':
      throw new OperatorError('This receipt stands on another payout already.');
    case 'notPossible':
      throw new OperatorError(`It is ${decision.status}: that can't be done with it.`);
  }
}
