import { lineCents, sumOrder } from '#orders/rules/settlement.ts';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#text';
import type { Choice, OrderPageData } from './case-data.ts';

export type Effects = readonly (readonly [who: string, effect: string])[];

type Order = OrderPageData['order'];

/** For a dispute, `lines` are the quantities that the buyer keeps. */
type Entered = { lines?: readonly KeptLine[]; areGoodsBack?: boolean };
type KeptLine = { lineId: number; quantity: number };

/** Its last button is named if that does not repeat the name. */
export function describeChoice(
  { does, input }: Pick<Choice, 'does' | 'input'>,
  order: Order | null,
  entered: Entered = {},
): { name: string; effects: Effects; confirm?: string } {
  const name = (names[does] ?? (() => does))();
  if (input.end === 'divided')
    return { name: m.deskEndDivided(), effects: dividing(order, entered.lines ?? []) };
  if (does === 'endDispute' || does === 'endDispatched')
    return input.end === 'completed'
      ? {
          name: order && paysOut(order) ? m.deskEndPaying() : m.deskEndCompleted(),
          effects: completing(order),
        }
      : {
          name: isPaid(order) ? m.deskEndRefunding() : m.deskEndCancelled(),
          effects: cancelling(order, does === 'endDispute' && !entered.areGoodsBack),
          ...(order && isPaid(order) && { confirm: m.deskDoRefund({ amount: refundOf(order) }) }),
        };
  if (isOfDifference({ does, input }, order))
    return {
      name: (differenceNames[does] ?? (() => does))(),
      effects: ofDifference({ does, input }, order),
    };
  if (input.message === 'all')
    return {
      name: does === 'dropMessages' ? m.deskOpDropAll() : m.deskOpReleaseAll(),
      effects: ofServer(does),
    };
  return {
    name,
    effects: ofMoney({ does, input }, order) ?? [...ofPerson(does), ...ofServer(does)],
  };
}

type Chosen = Pick<Choice, 'does' | 'input'>;

const payoutOf = ({ input }: Chosen, order: Order | null) =>
  order?.payouts.find(({ id }) => id === input.payoutId);

const isOfDifference = (chosen: Chosen, order: Order | null) =>
  (payoutOf(chosen, order)?.paymentId ?? null) !== null;

const differenceNames: Partial<Record<Choice['does'], () => string>> = {
  payoutApprove: m.deskOpDifferenceApprove,
  payoutPaid: m.deskOpDifferencePaid,
  payoutFailed: m.deskOpDifferenceFailed,
};

function ofDifference(chosen: Chosen, order: Order | null): Effects {
  const nothing = m.deskFxNothing();
  const amount = kes(payoutOf(chosen, order)?.amountCents ?? 0);
  switch (chosen.does) {
    case 'payoutApprove':
      return both(m.deskFxDifferenceBuyer({ amount }), nothing, m.deskFxApproveMoney({ amount }));
    case 'payoutPaid':
      return both(m.deskFxRefundBuyer({ amount }), nothing, m.deskFxPayoutPaidMoney());
    default:
      return both(m.deskFxPayoutFailedFarmer({ amount }), nothing, m.deskFxDifferenceFailedMoney());
  }
}

const names: Partial<Record<Choice['does'], () => string>> = {
  refund: m.deskOpRefund,
  attemptPaid: m.deskOpAttemptPaid,
  attemptFailed: m.deskOpAttemptFailed,
  payoutApprove: m.deskOpPayoutApprove,
  payoutPaid: m.deskOpPayoutPaid,
  payoutFailed: m.deskOpPayoutFailed,
  endReport: m.deskOpCloseReport,
  suspend: m.deskOpSuspend,
  unsuspend: m.deskOpUnsuspend,
  simChanged: m.deskOpSim,
  newNumber: m.deskOpNewNumber,
  forgetPin: m.deskOpResetPin,
  leavePin: m.deskOpKeepPin,
  visited: m.deskOpVisited,
  unvisited: m.deskOpUnvisited,
  hide: m.deskOpHide,
  unhide: m.deskOpUnhide,
  enableOutgoing: m.deskOpEnableOutgoing,
  enablePayouts: m.deskOpEnablePayouts,
  releaseMessages: m.deskOpRelease,
  dropMessages: m.deskOpDrop,
  rebuildPrices: m.deskOpRebuildPrices,
};

const kes = (cents: number) => moneyText(shillingsOf(cents));
const both = (buyer: string, farmer: string, money: string): Effects => [
  [m.deskBuyer(), buyer],
  [m.deskFarmer(), farmer],
  [m.deskMoney(), money],
];

const isPaid = (order: Order | null) => order !== null && isPaidByMpesa(order);
const isPaidByMpesa = (order: Order) =>
  order.paymentMethod === 'M-Pesa' && order.paymentStatus === 'paid';

/** The farmer may have been paid before the buyer reported a problem. */
const paysOut = (order: Order) =>
  isPaidByMpesa(order) &&
  !order.payouts.some(({ paymentId, status }) => paymentId === null && status !== 'cancelled');

function completing(order: Order | null): Effects {
  if (!order) return [];
  const amount = kes(order.payoutCents);
  return paysOut(order)
    ? both(
        m.deskFxCompletedBuyer(),
        m.deskFxCompletedFarmerPaid({ amount }),
        m.deskFxPayoutGoes({ amount }),
      )
    : both(m.deskFxCompletedBuyer(), m.deskFxCompletedFarmer(), m.deskFxNoMoney());
}

/** The buyer pays for the goods that they keep, and gets the rest of the money back. */
function dividing(order: Order | null, kept: readonly KeptLine[]): Effects {
  if (!order) return [];
  const { lines, deliveryFeeCents, totalCents } = order;
  const { totalCents: restCents } = sumOrder(
    lines.map(({ id, priceCents, finalQuantity }) => ({
      totalCents: lineCents(
        priceCents,
        kept.find((one) => one.lineId === id)?.quantity ?? finalQuantity,
      ),
    })),
    deliveryFeeCents,
  );
  const [back, rest] = [kes(totalCents - restCents), kes(restCents)];
  return isPaidByMpesa(order)
    ? both(
        m.deskFxDividedBuyer({ amount: back }),
        m.deskFxCompletedFarmerPaid({ amount: rest }),
        m.deskFxDividedMoney({ back, rest }),
      )
    : both(m.deskFxDividedCash({ rest }), m.deskFxCompletedFarmer(), m.deskFxNoMoney());
}

function cancelling(order: Order | null, areGoodsGone: boolean): Effects {
  if (!order) return [];
  const amount = refundOf(order);
  const farmer = areGoodsGone ? m.deskFxCancelledFarmerGone() : m.deskFxCancelledFarmer();
  return isPaidByMpesa(order)
    ? both(m.deskFxCancelledBuyerPaid({ amount }), farmer, m.deskFxRefundDue({ amount }))
    : both(m.deskFxCancelledBuyer(), farmer, m.deskFxNoMoney());
}

/** Leaves out the differences that were refunded before. */
const refundOf = ({ payments }: Order): string =>
  kes(
    payments
      .filter(({ state }) => state === 'received')
      .reduce((sum, { countedCents }) => sum + countedCents, 0),
  );

function ofMoney({ does, input }: Chosen, order: Order | null): Effects | null {
  const nothing = m.deskFxNothing();
  const amount = kes(amountOf({ does, input }, order));
  switch (does) {
    case 'refund':
      return both(m.deskFxRefundBuyer({ amount }), nothing, m.deskFxRefundMoney({ amount }));
    case 'attemptPaid':
      return both(m.deskFxAttemptPaidBuyer(), m.deskFxAttemptPaidFarmer(), m.deskFxRecorded());
    case 'attemptFailed':
      return both(m.deskFxAttemptFailedBuyer(), m.deskFxAttemptFailedFarmer(), m.deskFxNoMoney());
    case 'payoutApprove':
      return both(nothing, m.deskFxApproveFarmer({ amount }), m.deskFxApproveMoney({ amount }));
    case 'payoutPaid':
      return both(nothing, m.deskFxPayoutPaidFarmer({ amount }), m.deskFxPayoutPaidMoney());
    case 'payoutFailed':
      return both(nothing, m.deskFxPayoutFailedFarmer({ amount }), m.deskFxPayoutFailedMoney());
    default:
      return null;
  }
}

function amountOf({ does, input }: Chosen, order: Order | null): number {
  if (does === 'refund')
    return order?.payments.find(({ id }) => id === input.paymentId)?.countedCents ?? 0;
  if (does.startsWith('attempt')) return Number(input.amountCents ?? 0);
  return payoutOf({ does, input }, order)?.amountCents ?? 0;
}

const person = (owner: string, others: string, money: string): Effects => [
  [m.deskOwner(), owner],
  [m.deskOthers(), others],
  [m.deskMoney(), money],
];

function ofPerson(does: Choice['does']): Effects {
  const nothing = m.deskFxNothing();
  const noMoney = m.deskFxNoMoney();
  switch (does) {
    case 'endReport':
      return both(m.deskFxReport(), m.deskFxReport(), noMoney);
    case 'suspend':
      return person(m.deskFxSuspendOwner(), m.deskFxSuspendOthers(), m.deskFxPayoutsWait());
    case 'unsuspend':
      return person(m.deskFxUnsuspendOwner(), m.deskFxUnsuspendOthers(), m.deskFxPayoutsGo());
    case 'simChanged':
      return person(m.deskFxSimOwner(), nothing, m.deskFxPayoutsWait());
    case 'newNumber':
      return person(m.deskFxNewNumberOwner(), m.deskFxNewNumberOthers(), m.deskFxNewNumberMoney());
    case 'forgetPin':
      return person(m.deskFxResetPinOwner(), nothing, noMoney);
    case 'leavePin':
      return person(m.deskFxKeepPinOwner(), nothing, noMoney);
    case 'visited':
      return person(m.deskFxVisitedOwner(), m.deskFxVisitedOthers(), noMoney);
    case 'unvisited':
      return person(m.deskFxUnvisitedOwner(), nothing, noMoney);
    case 'hide':
      return person(m.deskFxHideOwner(), m.deskFxHideOthers(), noMoney);
    case 'unhide':
      return person(m.deskFxUnhideOwner(), nothing, noMoney);
    default:
      return [];
  }
}

function ofServer(does: Choice['does']): Effects {
  switch (does) {
    case 'enableOutgoing':
      return [[m.deskMessages(), m.deskFxEnableOutgoing()]];
    case 'enablePayouts':
      return [[m.deskMoney(), m.deskFxEnablePayouts()]];
    case 'releaseMessages':
      return [[m.deskMessages(), m.deskFxRelease()]];
    case 'dropMessages':
      return [[m.deskMessages(), m.deskFxDrop()]];
    case 'rebuildPrices':
      return [[m.deskPrices(), m.deskFxRebuildPrices()]];
    default:
      return [];
  }
}
