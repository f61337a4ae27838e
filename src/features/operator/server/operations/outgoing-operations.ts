import { endAgain, endAll, findLastUse } from '#accounts/server/access-queries.ts';
import { outgoingKinds } from '#notifications/server/send-sms.ts';
import {
  approvePayoutInput,
  failPayoutInput,
  heldMessagesInput,
  noteInput,
  operatorRoles,
  recordPayoutInput,
} from '#operator/rules/desk-input.ts';
import {
  approvePayout,
  failPayout,
  type PayoutDecision,
  type PayoutWait,
  recordPayout,
} from '#orders/server/decide-money.ts';
import { findPayoutState } from '#orders/server/operator-work.ts';
import { findStanding, nameLiveDatabase } from '#server/db/live-database-queries.ts';
import { createToken } from '#server/hashes.ts';
import { dropHeld, releaseHeld, wakeOutbox } from '#server/outbox-queries.ts';
import { m } from '#text';
import { deleteWebhooksOf } from '#webhooks/server/queries.ts';
import {
  deleteSessionsOf,
  endLogins,
  findOperatorNamed,
  updateOperator,
} from '../operator-queries.ts';
import {
  type Done,
  defineOperation,
  kes,
  momentText,
  OperatorError,
  type Sentence,
  say,
} from './operation.ts';

/** A copy of the database sends no messages and no payouts. */
const leadRoles = ['lead'] as const;

export const enableOutgoing = defineOperation({
  name: 'outgoing enable',
  input: noteInput,
  roles: leadRoles,
  stateOf: findStanding,
  async work(tx, _, { now, services }) {
    if ((await findStanding(tx)).isLive) throw new OperatorError(m.deskLiveAlready);
    const ended = await endAccessAgain(tx, services, now);
    await nameLiveDatabase(tx, { paysOut: false, now });
    await wakeOutbox(tx);
    return { said: (options) => `${m.deskLive({}, options)} ${ended(options)}` };
  },
});

/**
 * Ends the access again that ended after the backup which this database was restored from
 * (end-access.ts). Without a file, or with one begun later, ends all sessions, API keys and
 * operators' logins.
 */
async function endAccessAgain(
  tx: Database,
  { endedAccess, passwords }: Pick<Services, 'endedAccess' | 'passwords'>,
  now: Date,
): Promise<Sentence> {
  const lines = (await endedAccess.read()) ?? [];
  const [begun] = lines;
  const lastUse = await findLastUse(tx);
  const isComplete = begun !== undefined && (lastUse === null || begun.at <= lastUse);
  const unusablePassword = await passwords.hash(createToken(), 'operator');
  for (const line of lines) {
    await endAgain(tx, line, { unusablePassword, now });
    if (line.userId !== undefined) await deleteWebhooksOf(tx, line.userId, line.at);
    const operator = line.operator && (await findOperatorNamed(tx, line.operator));
    if (!operator) continue;
    const role = operatorRoles.find((one) => one === line.role);
    if (role) {
      await updateOperator(tx, operator.id, { role });
      await deleteSessionsOf(tx, operator.id);
      continue;
    }
    await endLogins(tx, operator.id);
    if (line.isClosed) await updateOperator(tx, operator.id, { closedAt: line.at });
  }
  if (isComplete) return say(m.deskAccessEnded);
  await endAll(tx);
  await endLogins(tx);
  await endedAccess.begin(now);
  return say(m.deskAccessUnknown);
}

export const enablePayouts = defineOperation({
  name: 'payouts enable',
  input: noteInput,
  roles: leadRoles,
  stateOf: findStanding,
  async work(tx, _, { now, services }) {
    const { isLive, paysOut } = await findStanding(tx);
    if (paysOut) throw new OperatorError(m.deskPaysOutAlready);
    const ended = isLive ? null : await endAccessAgain(tx, services, now);
    await nameLiveDatabase(tx, { paysOut: true, now });
    return {
      said: (options) => [m.deskPaysOut({}, options), ended?.(options)].filter(Boolean).join(' '),
    };
  },
});

const endHeld = (name: string, apply: typeof releaseHeld, text: typeof m.deskReleased) =>
  defineOperation({
    name,
    input: heldMessagesInput,
    roles: leadRoles,
    async work(tx, { message }, { now, services }) {
      const id = message === 'all' ? undefined : message;
      const number = await apply(tx, { kinds: outgoingKinds(services), now, id });
      if (number === 0) throw new OperatorError(m.errorNotFound);
      return { said: say(text, { number }), details: { number } };
    },
  });

export const releaseMessages = endHeld('outgoing release', releaseHeld, m.deskReleased);
export const dropMessages = endHeld('outgoing drop', dropHeld, m.deskDropped);

const financeRoles = ['finance', 'lead'] as const;

const stateOfPayout = (db: Database, { payoutId }: { payoutId: number }) =>
  findPayoutState(db, payoutId);

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
  roles: financeRoles,
  stateOf: stateOfPayout,
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
  roles: financeRoles,
  stateOf: stateOfPayout,
  async work(tx, { payoutId }, { now }) {
    const decision = await failPayout(tx, { payoutId, now });
    return doneOf(decision, say(m.deskPayoutFailed, { payoutId }));
  },
});

export const payoutPaid = defineOperation({
  name: 'payout paid',
  input: recordPayoutInput,
  roles: financeRoles,
  stateOf: stateOfPayout,
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
      throw new OperatorError(m.deskPayoutDisputable, disputeOf(payout.orderId, disputableUntil));
    }
    case 'smallUndecided':
      throw smallUndecided(decision);
    case 'notAskable':
      throw new OperatorError(m.deskPayoutNotAskable, { payoutId: decision.payout.id });
    case 'unknown':
      throw new OperatorError(m.errorNotFound);
    case 'receiptKnown':
      throw new OperatorError(m.deskPayoutReceiptKnown);
    case 'notPossible':
      throw new OperatorError(m.deskStatusFixed, { status: decision.status });
  }
}

const disputeOf = (orderId: number, until: Date) => ({ orderId, moment: momentText(until) });

function smallUndecided({
  payout,
  smallPayouts,
}: Extract<PayoutDecision, { outcome: 'smallUndecided' }>) {
  const allCents = smallPayouts.reduce(
    (sum, { amountCents }) => sum + amountCents,
    payout.amountCents,
  );
  return new OperatorError(m.deskSmallUndecided, {
    number: smallPayouts.length,
    sum: kes(allCents),
    alone: kes(payout.amountCents),
  });
}

function waitText(wait: PayoutWait): Sentence {
  switch (wait.why) {
    case 'unverified':
      return say(m.deskWaitsUnverified);
    case 'suspended':
      return say(m.deskWaitsSuspended);
    case 'doubtful':
      return say(m.deskWaitsDoubtful);
    case 'newNumber':
      return say(m.deskWaitsNewNumber, { moment: momentText(wait.until) });
    case 'accountGone':
      return say(m.deskWaitsAccountGone);
    case 'notPaying':
      return say(m.deskWaitsNotPaying);
  }
}
