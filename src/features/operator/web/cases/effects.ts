import { lineCents, sumOrder } from '#orders/rules/settlement.ts';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import type { Choice, OrderPageData } from '../desk-client.ts';

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
  const amount = kes(payoutOf(chosen, order)?.amountCents ?? 0);
  switch (chosen.does) {
    case 'payoutApprove':
      return both(m.deskFxApproved({ amount }), null, null);
    case 'payoutPaid':
      return both(null, null, m.deskFxPayoutPaidMoney());
    default:
      return both(null, null, m.deskFxPayoutFailedMoney());
  }
}

const names: Partial<Record<Choice['does'], () => string>> = {
  refund: m.deskOpRefund,
  attemptPaid: m.deskOpAttemptPaid,
  attemptFailed: m.deskOpAttemptFailed,
  payoutApprove: m.deskOpPayoutApprove,
  payoutPaid: m.deskOpPayoutPaid,
  payoutFailed: m.deskOpPayoutFailed,
  endLot: m.deskOpEndLot,
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

const withNumber = (amount: string, phoneNumber: string | null | undefined) =>
  phoneNumber ? `${amount} (${phoneText(phoneNumber)})` : amount;

const toFarmer = (cents: number, { farmer }: Order) => withNumber(kes(cents), farmer?.phoneNumber);
type Row = string | null;

/** Leaves out those for whom nothing changes. */
const changed = (rows: readonly (readonly [who: string, effect: Row])[]): Effects =>
  rows.flatMap(([who, effect]) => (effect === null ? [] : [[who, effect] as const]));

const both = (buyer: Row, farmer: Row, money: Row): Effects =>
  changed([
    [m.orderColumnBuyer(), buyer],
    [m.deskFarmer(), farmer],
    [m.deskMoney(), money],
  ]);

const isPaid = (order: Order | null) => order !== null && isPaidByMpesa(order);
const isPaidByMpesa = (order: Order) =>
  order.paymentMethod === 'M-Pesa' && order.paymentStatus === 'paid';

/** The farmer may have been paid before the buyer reported a problem. */
const paysOut = (order: Order) =>
  isPaidByMpesa(order) &&
  !order.payouts.some(({ paymentId, status }) => paymentId === null && status !== 'cancelled');

function completing(order: Order | null): Effects {
  if (!order) return [];
  const farmer = paysOut(order)
    ? m.deskFxGets({ amount: toFarmer(order.payoutCents, order) })
    : null;
  return both(m.deskFxCompletedBuyer(), farmer, null);
}

function dividing(order: Order | null, kept: readonly KeptLine[]): Effects {
  if (!order || kept.length === 0) return [];
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
  return isPaidByMpesa(order)
    ? both(
        m.deskFxBackBuyer({ amount: kes(totalCents - restCents) }),
        m.deskFxGets({ amount: toFarmer(restCents, order) }),
        null,
      )
    : both(m.deskFxDividedCash({ rest: kes(restCents) }), null, null);
}

function cancelling(order: Order | null, areGoodsGone: boolean): Effects {
  if (!order) return [];
  const amount = withNumber(refundOf(order), order.payments.at(-1)?.phoneNumber);
  const farmer = areGoodsGone ? m.deskFxCancelledFarmerGone() : m.deskFxCancelledFarmer();
  return isPaidByMpesa(order)
    ? both(m.deskFxBackBuyer({ amount }), farmer, m.deskFxRefundDue())
    : both(m.deskFxCompletedBuyer(), farmer, null);
}

const refundOf = ({ payments }: Order): string =>
  kes(
    payments
      .filter(({ state }) => state === 'received')
      .reduce((sum, { countedCents }) => sum + countedCents, 0),
  );

function ofMoney({ does, input }: Chosen, order: Order | null): Effects | null {
  const cents = amountOf({ does, input }, order);
  switch (does) {
    case 'refund': {
      const paid = order?.payments.find(({ id }) => id === input.paymentId);
      const amount = withNumber(kes(cents), paid?.phoneNumber);
      const { isOfSeveral, receipt } = paid ?? {};
      const shared = isOfSeveral ? ` ${m.deskFxReceiptShared({ receipt: receipt ?? '' })}` : '';
      return both(null, null, m.deskFxRefundMoney({ amount }) + shared);
    }
    case 'attemptPaid':
      return both(m.deskFxAttemptPaidBuyer(), null, null);
    case 'attemptFailed':
      return both(m.deskFxAttemptFailedBuyer(), null, null);
    case 'payoutApprove':
      return both(
        null,
        m.deskFxApproved({ amount: order ? toFarmer(cents, order) : kes(cents) }),
        null,
      );
    case 'payoutPaid':
      return both(null, null, m.deskFxPayoutPaidMoney());
    case 'payoutFailed':
      return both(null, null, m.deskFxPayoutFailedMoney());
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

const person = (owner: Row, others: Row, money: Row = null): Effects =>
  changed([
    [m.deskOwner(), owner],
    [m.deskOthers(), others],
    [m.deskMoney(), money],
  ]);

function ofPerson(does: Choice['does']): Effects {
  switch (does) {
    case 'suspend':
      return person(m.deskFxSuspendOwner(), null, m.deskFxPayoutsWait());
    case 'unsuspend':
      return person(m.deskFxUnsuspendOwner(), null, m.deskFxPayoutsGo());
    case 'simChanged':
      return person(m.deskFxSimOwner(), null, m.deskFxPayoutsWait());
    case 'newNumber':
      return person(m.deskFxNewNumberOwner(), null, m.deskFxNewNumberMoney());
    case 'forgetPin':
      return person(m.deskFxResetPinOwner(), null);
    case 'visited':
      return person(null, m.deskFxVisitedOthers());
    case 'endLot':
      return both(m.deskFxEndLotBuyer(), m.lotLetGoText(), null);
    case 'hide':
      return person(null, m.deskFxHideOthers());
    default:
      return [];
  }
}

function ofServer(does: Choice['does']): Effects {
  switch (does) {
    case 'enableOutgoing':
      return [[m.messagesTitle(), m.deskFxEnableOutgoing()]];
    case 'enablePayouts':
      return [[m.deskMoney(), m.deskFxEnablePayouts()]];
    default:
      return [];
  }
}
