import {
  findVisitState,
  type RecordedVisit,
  recordVisit,
  removeVisit,
} from '#farms/server/place-farm.ts';
import { endLot as lapseLot, requireLot } from '#lots/server/move-lot.ts';
import {
  endDisputeInput,
  endLotInput,
  endOrderInput,
  importPricesInput,
  noteInput,
  unvisitInput,
  type VisitInput,
  visitInput,
} from '#operator/rules/desk-input.ts';
import type { PaymentStatus } from '#orders/rules/order-facts.ts';
import { decideOrder, resolveDispute } from '#orders/server/disputes.ts';
import { findOrderState } from '#orders/server/operator-work.ts';
import {
  addVisitPhoto,
  type PrivatePhoto,
  readVisitPhoto,
} from '#photos/server/attached-photos.ts';
import { importReferencePrices } from '#prices/server/import-reference-prices.ts';
import { rollUpPrices } from '#prices/server/roll-up-prices.ts';
import { judgeTakenAt } from '#rules/fields.ts';
import { AppError } from '#server/app-error.ts';
import { sha256 } from '#server/hashes.ts';
import { m } from '#text';
import { findOperatorNamed } from '../operator-queries.ts';
import {
  defineOperation,
  kes,
  momentText,
  OperatorError,
  type Sentence,
  say,
} from './operation.ts';

const ends = { completed: m.orderStatusCompleted, cancelled: m.orderStatusCancelled };
const payments: Record<PaymentStatus, typeof m.paymentStatusPaid> = {
  pending: m.paymentStatusPending,
  processing: m.paymentStatusProcessing,
  paid: m.paymentStatusPaid,
  failed: m.paymentStatusFailed,
  refund_due: m.paymentStatusRefundDue,
  refunded: m.paymentStatusRefunded,
};

const roles = ['support', 'lead'] as const;
type Ending = { orderId: number; end: string };
const stateOfOrder = (db: Database, { orderId }: Ending) => findOrderState(db, orderId);
/**
 * The farmer's payout, and what goes back to the buyer, follow automatically. A refund takes two
 * people when it is recorded.
 */
const movesCents = async (db: Database, { orderId, end }: Ending) =>
  end === 'cancelled' ? 0 : ((await findOrderState(db, orderId))?.payoutCents ?? 0);

export const endDispute = defineOperation({
  name: 'dispute',
  input: endDisputeInput,
  roles,
  stateOf: stateOfOrder,
  movesCents,
  async work(tx, { orderId, end, lines, areGoodsBack, ...decision }, { now, services }) {
    if (end === 'divided' && !lines) throw new OperatorError(m.deskNothingBack);
    const to = end === 'cancelled' ? end : 'completed';
    const resolved = await resolveDispute(tx, {
      ...{ ...decision, orderId, to, now, priceRecords: services.priceRecords },
      lines: end === 'divided' ? lines : undefined,
      areGoodsGone: !areGoodsBack,
    });
    if (!resolved) throw new OperatorError(m.deskAllBack);
    const { order, lowerCents } = resolved;
    if (end !== 'divided') return { said: saidOf({ orderId, end, ...order }) };
    const sums = { back: kes(lowerCents), rest: kes(order.totalCents) };
    const isCash = order.paymentMethod === 'Cash on delivery';
    const text = isCash ? m.deskDividedCash : m.deskDivided;
    return { said: say(text, { orderId, ...sums }), details: { lowerCents } };
  },
});

export const endDispatched = defineOperation({
  name: 'order',
  input: endOrderInput,
  roles,
  stateOf: stateOfOrder,
  movesCents,
  async work(tx, { orderId, end, reason }, { now, services: { priceRecords } }) {
    const order = await decideOrder(tx, { orderId, to: end, reason, now, priceRecords });
    return { said: saidOf({ orderId, end, ...order }) };
  },
});

type Ended = { orderId: number; end: keyof typeof ends; paymentStatus: PaymentStatus };

const saidOf =
  ({ orderId, end, paymentStatus }: Ended): Sentence =>
  (options) =>
    m.deskOrderEnded(
      { orderId, end: ends[end]({}, options), payment: payments[paymentStatus]({}, options) },
      options,
    );

export const endLot = defineOperation({
  name: 'lot end',
  input: endLotInput,
  roles,
  stateOf: async (db, { lotId }) => ({ status: (await requireLot(db, lotId)).status }),
  async work(tx, { lotId }, { now }) {
    await lapseLot({ tx, lot: await requireLot(tx, lotId), now }, 'lapsed');
    return { said: say(m.deskSaidLotEnded) };
  },
});

const stateOfFarm = (db: Database, { account }: { account: string | number }) =>
  findVisitState(db, account);

/** The operators' photos take one turn among all uploads. No user has this id. */
const OPERATORS_TURN = 0;

/** An officer may be offline, so the visit may arrive later, and twice. */
export const visited = defineOperation({
  name: 'visited',
  input: visitInput,
  roles,
  stateOf: stateOfFarm,
  logged: ({ photo, ...input }) => ({ ...input, ...(photo && { photoSha256: sha256(photo) }) }),
  prepare: async ({ photo }): Promise<PrivatePhoto | null> =>
    photo ? readVisitPhoto(OPERATORS_TURN, Buffer.from(photo, 'base64')) : null,
  async work(tx, input, { now, person, services, prepared: photo }) {
    const { account } = input;
    const found = await recordVisit(tx, {
      account,
      visitedAt: momentOf(input, now),
      visitedBy: (await findOperatorNamed(tx, person.name))?.displayName ?? null,
      position: input.position ?? null,
      pin: input.pin ?? null,
    });
    const farmerId = farmIn(found, account);
    if (photo) await addVisitPhoto(tx, { farmerId, photo, now }, services.photoStore);
    return { said: say(m.deskVisited, { account }) };
  },
});

/** A clock that is wrong says nothing about the visit. */
function momentOf({ at }: VisitInput, now: Date): Date {
  const { takenAt, isTakenAtDoubtful } = judgeTakenAt(at, now);
  return takenAt === null || isTakenAtDoubtful ? now : takenAt;
}

function farmIn(found: RecordedVisit, account: string | number): number {
  switch (found.outcome) {
    case 'done':
      return found.farmerId;
    case 'unknown':
      throw new OperatorError(m.deskNoFarmer, { account });
    case 'known':
      throw new AppError('VISIT_KNOWN');
    case 'older':
      throw new OperatorError(m.deskVisitedSince, { moment: momentText(found.visitedAt) });
    case 'moved':
      throw new OperatorError(m.deskFarmMoved);
  }
}

export const unvisited = defineOperation({
  name: 'unvisited',
  input: unvisitInput,
  roles,
  stateOf: stateOfFarm,
  async work(tx, { account }) {
    const found = await removeVisit(tx, account);
    if (found === 'unknown') throw new OperatorError(m.deskNoFarmer, { account });
    if (found === 'already') throw new OperatorError(m.deskNotVisited, { account });
    return { said: say(m.deskUnvisited, { account }) };
  },
});

export const rebuildPrices = defineOperation({
  name: 'prices rebuild',
  input: noteInput,
  roles: ['lead'],
  async work(tx, _, { services }) {
    const made = await rollUpPrices(tx, { isFromScratch: true }, services);
    if (!made) throw new OperatorError(m.deskPricesBusy);
    return { said: say(m.deskPricesRebuilt, made), details: made };
  },
});

export const importPrices = defineOperation({
  name: 'prices import',
  input: importPricesInput,
  roles: ['lead'],
  logged: ({ firstLine }) => ({ firstLine }),
  async work(tx, { firstLine, text }, { now }) {
    const found = await importReferencePrices(tx, { text, firstLine }, now);
    if (found.outcome === 'otherTable')
      throw new OperatorError(m.deskPricesOtherTable, { missing: found.missing.join(', ') });
    const { added, known, refused } = found;
    const reasons = refused.map(({ line, reason }) => `line ${line}: ${reason}`);
    const counts = { added, known, refused: refused.length };
    return {
      said: (options) => [m.deskPricesImported(counts, options), ...reasons].join('\n'),
      details: counts,
    };
  },
});
