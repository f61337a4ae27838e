import { lockPerson } from '#accounts/server/people-queries.ts';
import { findFarm } from '#farms/server/queries.ts';
import { countUnread, markOpened } from '#notifications/server/inbox.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { DAY_SECONDS } from '#platform/rules/durations.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { claimPoints, type Pool } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import {
  FEW_FOLLOWS_PER_DAY,
  FOLLOWS_MAX,
  FOLLOWS_PER_DAY,
  FOLLOWS_PER_PERSON_AND_DAY,
  FOLLOWS_RESERVED_PER_DAY,
  type Followed,
  followedSubject,
} from '../rules.ts';
import {
  countFollows,
  deleteFollow,
  findAvailability,
  findNewestProduct,
  insertFollow,
  isFollowed,
  listFollowRows,
} from './queries.ts';

const newFollows: Pool = {
  name: 'follow',
  seconds: DAY_SECONDS,
  total: FOLLOWS_PER_DAY,
  quiet: FOLLOWS_RESERVED_PER_DAY,
  perAsker: [FOLLOWS_PER_PERSON_AND_DAY],
  perQuietAsker: [FEW_FOLLOWS_PER_DAY],
};

export async function listFollows({ db, user, clock }: Call<'buyer'>) {
  const rows = await listFollowRows(db, user.id, dayInNairobi(clock()));
  return { follows: rows.map(followOf).filter((follow) => follow !== null) };
}

type Row = Awaited<ReturnType<typeof listFollowRows>>[number];

/** Null for what the person can no longer open. */
function followOf({ id, farmId, productId, farm, product, isAvailable, ...place }: Row) {
  const { latitude, longitude, placeName } = place;
  if (latitude !== null && longitude !== null)
    return { kind: 'place' as const, id, latitude, longitude, name: placeName ?? '' };
  if (!farm) return null;
  const of = { id, farmName: farm.name, county: farm.county };
  if (farmId !== null) return { kind: 'farm' as const, farmId, ...of };
  if (productId === null || !product || product.deletedAt || product.hiddenAt) return null;
  const { farmerId, name, unit, priceCents } = product;
  const price = shillingsOf(priceCents);
  const goods = { name, swahiliName: swahiliNameOf(product), unit, price, isAvailable };
  return { kind: 'product' as const, productId, farmId: farmerId, ...goods, ...of };
}

export async function addFollow(call: Call<'buyer'>, followed: Followed) {
  const { db, rateLimits, clock } = call;
  const userId = call.user.id;
  const own = { userId, followed };
  if (!(await isFollowed(db, own))) {
    const claimed = await claimPoints(rateLimits, newFollows, { askers: [String(userId)] });
    if (claimed.outcome === 'full')
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: claimed.retryAfterSeconds });
    try {
      await db.transaction(async (tx) => {
        await lockPerson(tx, userId);
        const isFull = (await countFollows(tx, userId)) >= FOLLOWS_MAX;
        if (isFull && !(await isFollowed(tx, own))) throw new AppError('TOO_MANY_FOLLOWS');
        await insertFollow(tx, {
          userId,
          createdAt: clock(),
          ...(await columnsOf(tx, followed, clock())),
        });
      });
    } catch (error) {
      await claimed.giveBack();
      throw error;
    }
  }
  return listFollows(call);
}

/** The state that later rounds compare the market with. */
async function columnsOf(tx: Database, followed: Followed, now: Date) {
  if (followed.kind === 'place') {
    const { latitude, longitude, name: placeName } = followed;
    return { latitude, longitude, placeName };
  }
  if (followed.kind === 'farm') {
    const { farmId } = followed;
    if (!(await findFarm(tx, farmId))) throw new AppError('FARM_NOT_FOUND');
    return { farmId, seenProductId: await findNewestProduct(tx, farmId) };
  }
  const { productId } = followed;
  const found = await findAvailability(tx, productId, dayInNairobi(now));
  if (!found) throw new AppError('PRODUCT_NOT_FOUND');
  return { productId, isAwaited: !found.isAvailable };
}

export async function removeFollow(call: Call<'buyer'>, followed: Followed) {
  await deleteFollow(call.db, { userId: call.user.id, followed });
  return listFollows(call);
}

/** Returns the number of unread notices. */
export async function markFollowedOpened(
  call: Call<'buyer'>,
  opened: Parameters<typeof followedSubject>[0],
): Promise<{ unread: number }> {
  await markOpened(call.db, { userId: call.user.id, subject: followedSubject(opened) }, call);
  return countUnread(call.db, call.user.id);
}
