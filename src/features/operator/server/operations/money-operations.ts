import { attemptFailedInput, attemptPaidInput, refundInput } from '#operator/rules/operations.ts';
import { type HandSettling, recordRefund, settleByHand } from '#orders/server/decide-payment.ts';
import { findAttemptState, findPaymentState } from '#orders/server/operator-work.ts';
import { amountText } from '#platform/rules/money.ts';
import { m } from '#text';
import { confirmBooked } from './confirm-booked.ts';
import { defineOperation } from './operation.ts';
import { OperatorError, type Sentence, say } from './operator-services.ts';

const roles = ['finance', 'lead'] as const;

export const refund = defineOperation({
  name: 'refund',
  input: refundInput,
  roles,
  stateOf: (db, { paymentId }) => findPaymentState(db, paymentId),
  needsTwo: async () => true,
  async work(tx, { paymentId, receipt }, { now }) {
    const refunded = await recordRefund(tx, { paymentId, receipt, now });
    switch (refunded.outcome) {
      case 'recorded': {
        const { amount, orderId } = refunded;
        return { said: say(m.deskRefunded, { amount: amountText(amount), orderId }) };
      }
      case 'unknown':
        throw new OperatorError(say(m.errorNotFound, {}));
      case 'notDue':
        throw new OperatorError(say(m.deskRefundNotDue, {}));
      case 'receiptKnown':
        throw new OperatorError(say(m.deskPayoutReceiptKnown, {}));
    }
  },
});

export const attemptPaid = defineOperation({
  name: 'attempt paid',
  input: attemptPaidInput,
  roles,
  stateOf: (db, { attemptId }) => findAttemptState(db, attemptId),
  movesCents: async (_, { amountCents }) => amountCents,
  async work(tx, { attemptId, amountCents, receipt }, { now, person, requestedBy, services }) {
    const money = { amountCents, receipt };
    const by = { name: requestedBy ?? person.name, isApproved: requestedBy !== null };
    const settled = await settleByHand(tx, { attemptId, money, now, by }, services);
    await confirmBooked(tx, { now });
    return {
      said: saidOf(settled, (counts) =>
        say(counts ? m.deskAttemptCounts : m.deskAttemptDueBack, {}),
      ),
    };
  },
});

export const attemptFailed = defineOperation({
  name: 'attempt failed',
  input: attemptFailedInput,
  roles,
  stateOf: (db, { attemptId }) => findAttemptState(db, attemptId),
  async work(tx, { attemptId }, { now, person, services }) {
    const by = { name: person.name, isApproved: false };
    const settled = await settleByHand(tx, { attemptId, money: null, now, by }, services);
    return { said: saidOf(settled, () => say(m.deskAttemptFailed, { attemptId })) };
  },
});

function saidOf(settled: HandSettling, said: (counts: boolean) => Sentence): Sentence {
  switch (settled.outcome) {
    case 'settled':
      return said(settled.counts);
    case 'confirmed':
      return say(m.deskPaymentConfirmed, {});
    case 'unknown':
      throw new OperatorError(say(m.errorNotFound, {}));
    case 'receiptKnown':
      throw new OperatorError(say(m.deskPayoutReceiptKnown, {}));
    case 'notPossible':
      throw new OperatorError(say(m.deskStatusFixed, { status: settled.status }));
  }
}
