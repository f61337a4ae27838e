import {
  approvePayoutInput,
  failPayoutInput,
  recordPayoutInput,
} from '#operator/rules/operations.ts';
import {
  approvePayout,
  failPayout,
  type PayoutDecision,
  type PayoutWait,
  recordPayout,
} from '#orders/server/decide-payout.ts';
import { findPayoutState } from '#orders/server/operator-work.ts';
import type { Database } from '#platform/server/db/database.ts';
import { m } from '#text';
import { type Done, defineOperation } from './operation.ts';
import { OperatorError, type Sentence, say } from './operator-services.ts';
import { kes, momentText } from './value-texts.ts';

const roles = ['finance', 'lead'] as const;

const stateOf = (db: Database, { payoutId }: { payoutId: number }) => findPayoutState(db, payoutId);

/** True if the receiver has no account any more. */
async function needsTwo(db: Database, { payoutId }: { payoutId: number }) {
  const payout = await findPayoutState(db, payoutId);
  return payout !== null && payout.payeeId === null;
}

const movesCents = async (db: Database, { payoutId }: { payoutId: number }) =>
  (await findPayoutState(db, payoutId))?.amountCents ?? 0;

export const payoutApprove = defineOperation({
  name: 'payout approve',
  input: approvePayoutInput,
  roles,
  stateOf,
  needsTwo,
  movesCents,
  async work(tx, input, { now, services }) {
    const { payoutId, beforeDisputeWindowEnds = false, withoutAskingMpesa = false } = input;
    const decision = await approvePayout(tx, {
      payoutId,
      now,
      beforeDisputeWindowEnds,
      needsVerifiedPhone: services.sms !== null,
      withoutAsking: withoutAskingMpesa,
    });
    const waitsFor = decision.outcome === 'done' && decision.waitsFor;
    return doneOf(
      decision,
      waitsFor
        ? (options) => `${m.deskPayoutMayGo({ payoutId }, options)} ${waitText(waitsFor)(options)}`
        : say(m.deskPayoutMayGo, { payoutId }),
    );
  },
});

export const payoutFailed = defineOperation({
  name: 'payout failed',
  input: failPayoutInput,
  roles,
  stateOf,
  async work(tx, { payoutId }, { now }) {
    const decision = await failPayout(tx, { payoutId, now });
    return doneOf(decision, say(m.deskPayoutFailed, { payoutId }));
  },
});

export const payoutPaid = defineOperation({
  name: 'payout paid',
  input: recordPayoutInput,
  roles,
  stateOf,
  needsTwo,
  movesCents,
  async work(tx, { payoutId, receipt, smallPayouts }, { now }) {
    const decision = await recordPayout(tx, { payoutId, receipt, now, smallPayouts });
    return doneOf(decision, say(m.deskPayoutPaid, { payoutId, receipt }));
  },
});

function doneOf(decision: PayoutDecision, saidWhenDone: Sentence): Done {
  switch (decision.outcome) {
    case 'done':
    case 'asking': {
      const { payout, disputableUntil } = decision;
      const said =
        decision.outcome === 'asking'
          ? say(m.deskPayoutAsking, { payoutId: payout.id })
          : saidWhenDone;
      if (!disputableUntil) return { said, details: { disputableUntil } };
      const warning = say(m.deskPayoutWarning, disputeOf(payout.orderId, disputableUntil));
      return {
        said: (options) => `${said(options)} ${warning(options)}`,
        details: { disputableUntil },
      };
    }
    case 'disputable': {
      const { payout, disputableUntil } = decision;
      throw new OperatorError(
        say(m.deskPayoutDisputable, disputeOf(payout.orderId, disputableUntil)),
      );
    }
    case 'smallUndecided':
      throw new OperatorError(smallUndecidedText(decision));
    case 'notAskable':
      throw new OperatorError(say(m.deskPayoutNotAskable, { payoutId: decision.payout.id }));
    case 'unknown':
      throw new OperatorError(say(m.errorNotFound, {}));
    case 'receiptKnown':
      throw new OperatorError(say(m.deskPayoutReceiptKnown, {}));
    case 'notPossible':
      throw new OperatorError(say(m.deskStatusFixed, { status: decision.status }));
  }
}

const disputeOf = (orderId: number, until: Date) => ({ orderId, moment: momentText(until) });

function smallUndecidedText({
  payout,
  smallPayouts,
}: Extract<PayoutDecision, { outcome: 'smallUndecided' }>): Sentence {
  const allCents = smallPayouts.reduce(
    (sum, { amountCents }) => sum + amountCents,
    payout.amountCents,
  );
  return say(m.deskSmallUndecided, {
    number: smallPayouts.length,
    sum: kes(allCents),
    alone: kes(payout.amountCents),
  });
}

function waitText(wait: PayoutWait): Sentence {
  switch (wait.why) {
    case 'unverified':
      return say(m.deskWaitsUnverified, {});
    case 'suspended':
      return say(m.deskWaitsSuspended, {});
    case 'doubtful':
      return say(m.deskWaitsDoubtful, {});
    case 'newNumber':
      return say(m.deskWaitsNewNumber, { moment: momentText(wait.until) });
    case 'accountGone':
      return say(m.deskWaitsAccountGone, {});
    case 'notPaying':
      return say(m.deskWaitsNotPaying, {});
  }
}
