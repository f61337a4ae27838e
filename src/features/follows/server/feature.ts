import { holdPeople, lockPerson } from '#accounts/server/people-queries.ts';
import { findFarm } from '#farms/server/queries.ts';
import { countUnread, markOpened, type NewNotice, notify } from '#notifications/server/inbox.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import { claimPoints, type Pool } from '#server/rate-limits.ts';
import {
  backInStockNotice,
  deliversNotice,
  FEW_FOLLOWS_PER_DAY,
  FOLLOWED_PLACE_SECONDS,
  FOLLOWS_MAX,
  FOLLOWS_PER_DAY,
  FOLLOWS_PER_PERSON_AND_DAY,
  FOLLOWS_RESERVED_PER_DAY,
  type Followed,
  followedSubject,
  newProductsNotice,
  noticesOfFollows,
} from '../rules.ts';
import {
  countFollows,
  deleteFollow,
  deletePlacesBefore,
  endDeleted,
  endPlaces,
  findAvailability,
  findLastFollow,
  findNewestProduct,
  findNewlyListed,
  findReached,
  findReturned,
  insertFollow,
  isFollowed,
  listFollowRows,
  lockRound,
  markAwaited,
  markTold,
  type Span,
} from './queries.ts';
import { followData } from './tables.ts';

export const follows: Feature = {
  notices: noticesOfFollows,
  personalData: followData,
  prune: (db, now) => deletePlacesBefore(db, secondsAfter(now, -FOLLOWED_PLACE_SECONDS)),
  start: (db, services) => [startTellingFollowers(db, services)],
};

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
) {
  await markOpened(call.db, { userId: call.user.id, subject: followedSubject(opened) }, call);
  return countUnread(call.db, call.user.id);
}

const PAUSE_MILLISECONDS = 30 * 1000;
/** Few enough that each statement ends in time even on a busy database. */
const FOLLOWS_AT_ONCE = 2000;

/**
 * Each round compares the follows with the market instead of reacting to events: a count, an SMS or
 * a cancelled order may bring a product back, and none of these needs to know about followers
 * (decision 138).
 * Two processes may run this at the same time.
 */
export async function tellFollowers(
  db: Database,
  { clock }: Pick<Services, 'clock'>,
  isStopped: () => boolean = () => false,
) {
  const now = clock();
  const last = await findLastFollow(db);
  for (let after = 0; after < last && !isStopped(); after += FOLLOWS_AT_ONCE) {
    const span = { after, until: after + FOLLOWS_AT_ONCE, today: dayInNairobi(now) };
    await db.transaction(async (tx) => {
      await lockRound(tx);
      await endDeleted(tx, span);
      await markAwaited(tx, span);
      await tellSpan(tx, span, now);
    });
  }
}

async function tellSpan(tx: Database, span: Span, now: Date) {
  const [returned, listed, reached] = [
    await findReturned(tx, span),
    await findNewlyListed(tx, span),
    await findReached(tx, span),
  ];
  const userIds = [...returned, ...listed, ...reached].map(({ userId }) => userId);
  if (userIds.length === 0) return;
  const held = await holdPeople(tx, [...new Set(userIds)]);
  const isHeld = ({ userId }: { userId: number }) => held.has(userId);
  const told = await markTold(tx, [...returned, ...listed].filter(isHeld), span.today);
  const ended = await endPlaces(
    tx,
    reached.filter(isHeld).map(({ id }) => id),
  );
  await notify(tx, returned.filter(({ id }) => told.has(id)).map(returnedNotice), now);
  await notify(tx, listed.filter(({ id }) => told.has(id)).map(listedNotice), now);
  await notify(tx, reached.filter(({ id }) => ended.has(id)).map(reachedNotice), now);
}

type Found<Find extends (tx: Database, span: Span) => PromiseLike<unknown[]>> = Awaited<
  ReturnType<Find>
>[number];

const returnedNotice = ({ userId, productId, name }: Found<typeof findReturned>) =>
  ({
    kind: backInStockNotice,
    userIds: [userId],
    subject: followedSubject({ kind: 'product', productId }),
    link: `/market/${productId}`,
    facts: { product: name },
  }) satisfies NewNotice<{ product: string }>;

const listedNotice = ({ userId, farmId, name, number }: Found<typeof findNewlyListed>) => ({
  kind: newProductsNotice,
  userIds: [userId],
  subject: followedSubject({ kind: 'farm', farmId }),
  link: `/farm/${farmId}`,
  facts: { product: name, others: number - 1 },
});

const reachedNotice = ({ userId, farmId, placeName }: Found<typeof findReached>) => ({
  kind: deliversNotice,
  userIds: [userId],
  subject: followedSubject({ kind: 'farm', farmId }),
  link: `/farm/${farmId}`,
  facts: { place: placeName ?? '' },
});

export function startTellingFollowers(db: Database, { live, log, clock }: RunningServices) {
  return repeatRounds((isStopped) => tellFollowers(db, { clock }, isStopped), {
    pauseMilliseconds: PAUSE_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log, text: 'followers could not be told' },
  });
}
