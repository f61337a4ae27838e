import {
  bytesOf,
  encodePrivatePhoto,
  getPrivatePhoto,
  lockPrivateContents,
  putPrivateFiles,
} from '#photos/server/attached-photos.ts';
import { deleteDisputePhotos, insertDisputePhotos } from '#photos/server/media-queries.ts';
import type { StoredFile } from '#photos/server/photo-store.ts';
import type { PriceRecords } from '#products/server/set-quantities.ts';
import { judgeSince } from '#rules/fields.ts';
import { AppError } from '#server/app-error.ts';
import { isLinkValid, type SignedLink } from '#server/hashes.ts';
import type { UploadedFile } from '#server/http/read-multipart.ts';
import { forgetAnswer, type KeyedRequest, runOnce } from '#server/idempotency.ts';
import { PHOTOS_PER_DISPUTE } from '../rules/limits.ts';
import { isDisputed, isMoneyWithFarmer } from '../rules/order-facts.ts';
import type { AnswerDispute, ShortHarvest } from '../rules/order-input.ts';
import { getBuyerOrder, getFarmerOrder } from './list-orders.ts';
import { takeStockAgain } from './order-stock.ts';
import {
  findDisputePhoto,
  listDisputePhotos,
  updateDisputeAnswer,
} from './orders/dispute-and-rating-queries.ts';
import { lockOwnOrder, moveOrder, stepNotAllowed } from './orders/move-order.ts';
import { lockOrder, notifyOrderChanged, notifyParties, type OrderRow } from './orders/queries.ts';
import { findPayoutOfOrder } from './payments/payout-queries.ts';
import { shortenLines } from './settlement/shorten-order.ts';
import { finishWeighing } from './settlement/weighed-order.ts';

type NewPhotos = {
  orderId: number;
  buyerId: number;
  files: UploadedFile[];
  request: KeyedRequest | null;
};

/**
 * Photos belong to the order from the start, so the sweep cannot mistake them for unused. A
 * repeated request stores files that the first one lost in a crash.
 */
export async function addDisputePhotos(
  db: Database,
  { orderId, buyerId, files, request }: NewPhotos,
  services: Pick<Services, 'clock' | 'photoStore' | 'secret'>,
) {
  const { clock, photoStore } = services;
  const photos = await Promise.all(
    files.map(async (file) => ({
      ...(await encodePrivatePhoto(buyerId, file)),
      takenAt: file.takenAt ?? null,
      isTakenAtDoubtful: file.isTakenAtDoubtful ?? false,
    })),
  );
  let isRepeated = true;
  const insert = async (tx: Database) => {
    isRepeated = false;
    const order = await lockOwnOrder(tx, { orderId, buyerId });
    if (!isDisputed(order.status)) throw stepNotAllowed(order);
    const before = await listDisputePhotos(tx, [orderId]);
    if (before.length + photos.length > PHOTOS_PER_DISPUTE) {
      throw new AppError('TOO_MANY_DISPUTE_PHOTOS', {
        field: 'photos',
        inputs: { count: PHOTOS_PER_DISPUTE },
      });
    }
    const bytes = photos.reduce((sum, photo) => sum + bytesOf(photo), 0);
    await photoStore.claim(tx, { ownerId: buyerId, bytes });
    await lockPrivateContents(tx, photos);
    // A photo taken before the order cannot show the delivered goods.
    const rows = photos.map(({ files, ...photo }) => ({
      ...judgeSince(photo, order.createdAt),
      storedBytes: bytesOf({ ...photo, files }),
      orderId,
      buyerId,
      createdAt: clock(),
    }));
    return insertDisputePhotos(tx, rows);
  };
  const ids = request
    ? await runOnce(db, request, { clock, run: insert })
    : await db.transaction(insert);
  try {
    await putPrivateFiles(photoStore, photos);
  } catch (error) {
    // A row without its file would be a broken picture.
    if (!isRepeated) await takeBack(db, { ids, request });
    throw error;
  }
  const order = await getBuyerOrder({ ...services, db, user: { id: buyerId } }, { orderId });
  // The files are stored, so a notified page can read the picture.
  await db.transaction((tx) =>
    notifyOrderChanged(tx, [{ orderId, userIds: [buyerId, order.farmId] }], { now: clock() }),
  );
  return order;
}

const takeBack = (
  db: Database,
  { ids, request }: { ids: number[]; request: KeyedRequest | null },
) =>
  db.transaction(async (tx) => {
    await deleteDisputePhotos(tx, ids);
    if (request) await forgetAnswer(tx, request);
  });

export async function answerDispute(
  call: PersonCall<'clock' | 'secret'>,
  { orderId, answer }: AnswerDispute,
) {
  const farmerId = call.user.id;
  await call.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { orderId, farmerId });
    if (!isDisputed(order.status)) throw stepNotAllowed(order);
    const now = call.clock();
    if (!(await updateDisputeAnswer(tx, { orderId, answer, now })))
      throw new AppError('DISPUTE_ANSWERED');
    await notifyParties(tx, order, now);
  });
  return getFarmerOrder(call, { orderId });
}

export async function getDisputePhoto(
  db: Database,
  link: SignedLink,
  services: Pick<Services, 'clock' | 'photoStore' | 'secret' | 'withoutSlot'>,
): Promise<StoredFile> {
  const { clock, photoStore, secret, withoutSlot } = services;
  const photo = isLinkValid('dispute photo', link, { secret, now: clock() })
    ? await findDisputePhoto(db, link.id)
    : null;
  const file = photo && (await withoutSlot(() => getPrivatePhoto(photoStore, photo.contentHash)));
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}

type Decision = {
  orderId: number;
  to: 'completed' | 'cancelled';
  reason: string;
  now: Date;
  priceRecords: PriceRecords;
};

/** MONEY_WITH_FARMER when a cancelled order's money was handed over or paid out. */
export async function decideOrder(tx: Database, { orderId, ...decision }: Decision) {
  const order = await lockForOperator(tx, orderId);
  if (decision.to === 'cancelled') await refusePaidOut(tx, order);
  return moveOrder(tx, order, { ...decision, by: 'operator' });
}

type DisputeDecision = Decision & {
  lines?: ShortHarvest['lines'] | undefined;
  /** The goods are spoiled, so the stock does not grow. */
  areGoodsGone: boolean;
};

/** Returns by how much the total fell; null if all or none of its lines would go back. */
export async function resolveDispute(
  tx: Database,
  { orderId, lines, areGoodsGone, ...decision }: DisputeDecision,
) {
  const order = await lockForOperator(tx, orderId);
  const { totalCents } = order;
  // Checked first, so that the lines of an ended order do not change.
  if (!isDisputed(order.status)) throw stepNotAllowed(order);
  if (lines || decision.to === 'cancelled') await refusePaidOut(tx, order);
  const { now } = decision;
  // The farmer's report has put all goods on sale again, but not all go back.
  const isTakenAgain = order.notCollectedAt !== null && (lines !== undefined || areGoodsGone);
  if (isTakenAgain) await takeStockAgain(tx, orderId, now);
  const held = isTakenAgain ? { ...order, notCollectedAt: null } : order;
  const division = { isRestThere: !areGoodsGone, now };
  const divided = lines ? await divideOrder(tx, held, { ...division, lines }) : held;
  if (!divided) return null;
  const ended = await moveOrder(tx, divided, { ...decision, areGoodsGone, by: 'operator' });
  return { order: ended, lowerCents: totalCents - ended.totalCents };
}

/** The rest is refunded as after a short harvest. Null if that is everything or nothing. */
async function divideOrder(
  tx: Database,
  order: OrderRow,
  harvest: ShortHarvest & { now: Date },
): Promise<OrderRow | null> {
  const by = 'operator' as const;
  const weighed = await finishWeighing(tx, order, { by, now: harvest.now });
  const shortened = await shortenLines(tx, weighed, { ...harvest, by });
  return shortened.outcome === 'shortened' ? shortened.order : null;
}

async function lockForOperator(tx: Database, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

/** Money that the farmer may have received cannot be refunded as well. */
async function refusePaidOut(tx: Database, order: OrderRow) {
  if (!isDisputed(order.status)) return;
  const payout = await findPayoutOfOrder(tx, order.id);
  if (isMoneyWithFarmer({ ...order, payouts: payout ? [payout] : [] }))
    throw new AppError('MONEY_WITH_FARMER');
}
