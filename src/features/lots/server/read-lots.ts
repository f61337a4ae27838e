import { listFarmersSignedUpBy } from '#farms/server/queries.ts';
import { markOpened } from '#notifications/server/inbox.ts';
import { isOnTheWay, returnedStatuses } from '#orders/rules/order-facts.ts';
import { handoverCode } from '#orders/server/list-orders.ts';
import { findLastRequest } from '#orders/server/request-payment.ts';
import { listLotPhotos } from '#photos/server/attached-photos.ts';
import type { AnswerOf } from '#platform/contract.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { approximatePlace, distanceMetres, kilometresWithTenths } from '#rules/geo.ts';
import { AppError } from '#server/app-error.ts';
import type { WebhookSource } from '#webhooks/server/manage-webhooks.ts';
import type { browseLot as operation } from '../contract.ts';
import {
  decideBy,
  isFilling,
  isTakingShares,
  isUndecided,
  leftOf,
  lotSubject,
  splitByWay,
} from '../rules/lot.ts';
import { cropText } from '../rules/notices.ts';
import {
  findLot,
  listLotsNear,
  listLotsOf,
  listOpenLots,
  listPoints,
  type PointRow,
  termsOf,
} from './queries.ts';
import { listNamedShares, listRideOrders, listRides, listToPay } from './share-queries.ts';

type Lot = AnswerOf<typeof operation>;
type Row = NonNullable<Awaited<ReturnType<typeof findLot>>>;

type Shown = { points: PointRow[]; photos: Awaited<ReturnType<typeof listLotPhotos>> };

/** Money in KES. Without what only the two sides see. */
const readLot = (lot: Row, { points, photos }: Shown, now: Date): Lot => ({
  ...termsOf(lot),
  id: lot.id,
  status: lot.status,
  day: lot.day,
  closesAt: lot.closesAt,
  createdAt: lot.createdAt,
  given: lot.given,
  left: leftOf(lot.quantity, lot.given),
  isOpen: isTakingShares(lot, now),
  en: cropText(lot.crop, { locale: 'en' }),
  sw: cropText(lot.crop, { locale: 'sw' }),
  price: shillingsOf(lot.priceCents),
  points: points.filter(({ lotId }) => lotId === lot.id).map(({ lotId: _, ...point }) => point),
  photo: photos.get(lot.id) ?? null,
  ...{ shares: [], rides: [], distanceKm: null, decideBy: null },
  ...{ unpaidOrders: 0, toPay: 0, payment: null, isExtendable: false },
});

async function readLots(db: Database, rows: Row[], now: Date) {
  const ids = rows.map(({ id }) => id);
  const points = ids.length === 0 ? [] : await listPoints(db, ids);
  const photos = await listLotPhotos(db, ids);
  return rows.map((row) => readLot(row, { points, photos }, now));
}

const page = async (db: Database, rows: Row[], now: Date) => ({
  lots: await readLots(db, rows, now),
  nextCursor: null,
});

export async function browseLots({ db, clock }: Call, { crop }: { crop?: string | undefined }) {
  const now = clock();
  return page(db, await listOpenLots(db, { crop, now }), now);
}

export const listOwnLots = async ({ db, user, clock }: Call<'buyer'>) =>
  page(db, await listLotsOf(db, user.id), clock());

export async function listLotsForFarm({ db, user, clock }: PersonCall<'clock'>) {
  const now = clock();
  const rows = await listLotsNear(db, user.id, now);
  const { lots } = await page(db, rows, now);
  const distanceOf = (at: number) => kilometresWithTenths(rows[at]?.metres ?? 0);
  return {
    lots: lots.map((lot, at) => ({ ...lot, distanceKm: distanceOf(at) })),
    nextCursor: null,
  };
}

type OfLot = { lotId: number };

async function findRead(db: Database, lotId: number, now: Date) {
  const row = await findLot(db, lotId);
  const [lot] = row ? await readLots(db, [row], now) : [];
  return row && lot ? { row, lot } : null;
}

async function getRead({ db, clock }: Pick<Call, 'db' | 'clock'>, { lotId }: OfLot) {
  const found = await findRead(db, lotId, clock());
  if (!found) throw new AppError('LOT_NOT_FOUND');
  return found;
}

/** The photo is public while shares can be given. */
export async function browseLot(call: Call, own: OfLot) {
  const { lot } = await getRead(call, own);
  return lot.isOpen ? lot : { ...lot, photo: null };
}

/** With the farms' shares. Without a secret, their handover codes are left out. */
export async function getOwnLot(
  call: PersonCall<'clock'> & { secret: string | null },
  { lotId }: OfLot,
) {
  const { db, user, secret } = call;
  const { row, lot } = await getRead(call, { lotId });
  if (row.buyerId !== user.id) throw new AppError('LOT_NOT_FOUND');
  const [shares, orders] = await Promise.all([
    listNamedShares(db, { lotId, without: ['over', 'proposed'] }),
    row.paymentMethod === 'M-Pesa' ? listToPay(db, lotId) : [],
  ]);
  const unpaid = orders.filter(({ paymentStatus }) => paymentStatus !== 'paid');
  const orderIds = unpaid.map(({ orderId }) => orderId);
  return {
    ...lot,
    unpaidOrders: unpaid.length,
    toPay: shillingsOf(unpaid.reduce((sum, { dueCents }) => sum + dueCents, 0)),
    payment: await findLastRequest(db, orderIds),
    decideBy: row.status === 'closed' && row.closedAt ? decideBy(row, row.closedAt) : null,
    isExtendable: !row.isExtended && isUndecided(row),
    shares: shares.map((share) => readShare(share, secret)),
    rides: await readRides(db, { lot, shares, isSeen: () => true }),
  };
}

/** With the farm's own share and ride, and those for its share. */
export async function getLotForFarm(call: PersonCall<'clock'>, { lotId }: OfLot) {
  const { db, user } = call;
  const { lot } = await getRead(call, { lotId });
  const [shares, own] = await Promise.all([
    listNamedShares(db, { lotId, without: ['over', 'proposed'] }),
    listNamedShares(db, { lotId, farmerIds: [user.id], without: ['over'] }),
  ]);
  const rides = await readRides(db, { lot, shares, isSeen: (farmId) => farmId === user.id });
  return { ...lot, shares: own.map((share) => readShare(share)), rides };
}

export const lotSource: WebhookSource = {
  kind: 'lot',
  async read(db, { id: lotId, userId }, { clock }) {
    const call = { db, clock, secret: null, user: { id: userId } };
    const row = await findLot(db, lotId);
    const read = row?.buyerId === userId ? getOwnLot : getLotForFarm;
    return row && { lot: await read(call, { lotId }) };
  },
};

/** For a search of the desk: without whose lot it is. */
export const findLotRow = async (db: Database, lotId: number, now: Date) =>
  (await findRead(db, lotId, now))?.lot ?? null;

/** For the desk, with every share. */
export async function findOperatorLot(db: Database, lotId: number, now: Date) {
  const found = await findRead(db, lotId, now);
  if (!found) return null;
  const { buyerId, closedAt, takenAt } = found.row;
  const shares = await listNamedShares(db, { lotId, without: [] });
  const rideOrders = await listRideOrders(db, lotId);
  return { ...found.lot, buyerId, closedAt, takenAt, shares, rideOrders };
}

type Seen = { lot: Lot; shares: ShareRow[]; isSeen: (farmId: number) => boolean };

/** The way is from the carrier's farm to the point, both as the public sees them. */
async function readRides(db: Database, { lot, shares, isSeen }: Seen) {
  const rides = await listRides(db, lot.id);
  return rides.flatMap(({ priceCents, latitude, longitude, ...ride }) => {
    const farm = approximatePlace({ latitude, longitude });
    const carried = shares.flatMap((share) => {
      const point = lot.points.find(({ id }) => id === share.pointId);
      if (!point || !ride.pointIds.includes(point.id) || !isFilling(share)) return [];
      return [{ ...share, metres: distanceMetres(farm, point) }];
    });
    const amounts = splitByWay(priceCents, carried).map(shillingsOf);
    const parts = carried.flatMap(({ id: shareId, farmId }, at) =>
      isSeen(farmId) ? [{ shareId, amount: amounts[at] ?? 0 }] : [],
    );
    const shown = { ...ride, price: shillingsOf(priceCents), parts };
    return isSeen(ride.farmId) || parts.length > 0 ? [shown] : [];
  });
}

/** With the shares of the farmers whom the caller signed up, without their orders. */
export async function listMemberShares(call: Call<'user'>, { lotId }: OfLot) {
  const { lot } = await getRead(call, { lotId });
  const members = await listFarmersSignedUpBy(call.db, call.user.id);
  const farmerIds = members.map(({ farmerId }) => farmerId);
  const rows = await listNamedShares(call.db, { lotId, farmerIds, without: [] });
  const none = { orderStatus: null, paymentStatus: null, weighing: null };
  const hidden = { ...none, orderId: null, productId: null };
  return { ...lot, shares: rows.map((row) => readShare({ ...row, ...hidden })) };
}

type ShareRow = Awaited<ReturnType<typeof listNamedShares>>[number];

/** With a secret, also the handover code: for the buyer, once the order is on its way. */
function readShare(
  { orderStatus, paymentStatus, weighing, changedAt: _, ...share }: ShareRow,
  secret: string | null = null,
) {
  const { orderId: id } = share;
  const isShown = id !== null && orderStatus !== null && isOnTheWay(orderStatus);
  return {
    ...share,
    isPaid: paymentStatus === 'paid',
    isCancelled: orderStatus !== null && returnedStatuses.includes(orderStatus),
    isWeighed: (weighing ?? 0) > 0,
    handoverCode:
      secret && isShown && weighing !== null ? handoverCode(secret, { id, weighing }) : null,
  };
}

const opened = async (call: PersonCall<'clock'>, { lotId }: OfLot) =>
  markOpened(call.db, { userId: call.user.id, subject: lotSubject(lotId) }, call);

export async function openOwnLot(call: Call<'buyer'>, own: OfLot) {
  await opened(call, own);
  return getOwnLot(call, own);
}

export async function openLotForFarm(call: Call<'farmer'>, own: OfLot) {
  await opened(call, own);
  return getLotForFarm(call, own);
}
