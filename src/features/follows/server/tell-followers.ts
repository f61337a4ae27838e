/*
 * Each round compares the follows with the market instead of reacting to events: a count, an SMS or
 * a cancelled order may bring a product back, and none of these needs to know about followers
 * (decision 138).
 */

import { holdPeople } from '#accounts/server/people-queries.ts';
import {
  backInStockNotice,
  deliversNotice,
  followedSubject,
  newProductsNotice,
} from '#follows/rules.ts';
import { type NewNotice, notify } from '#notifications/server/notify.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { repeatRounds } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RunningServices } from '#platform/server/feature.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import {
  endDeleted,
  endPlaces,
  findLastFollow,
  findNewlyListed,
  findReached,
  findReturned,
  lockRound,
  markAwaited,
  markTold,
  type Span,
} from './queries.ts';

const PAUSE_MILLISECONDS = 30 * 1000;
/** Few enough that each statement ends in time even on a busy database. */
const FOLLOWS_AT_ONCE = 2000;

/** Two processes may run this at the same time. */
export async function tellFollowers(
  db: Database,
  { clock }: Pick<Services, 'clock'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
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

async function tellSpan(tx: Database, span: Span, now: Date): Promise<void> {
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

type Row<Find extends (tx: Database, span: Span) => PromiseLike<unknown[]>> = Awaited<
  ReturnType<Find>
>[number];

const returnedNotice = ({ userId, productId, name }: Row<typeof findReturned>) =>
  ({
    kind: backInStockNotice,
    userIds: [userId],
    subject: followedSubject({ kind: 'product', productId }),
    link: `/market/${productId}`,
    facts: { product: name },
  }) satisfies NewNotice<{ product: string }>;

const listedNotice = ({ userId, farmId, name, number }: Row<typeof findNewlyListed>) => ({
  kind: newProductsNotice,
  userIds: [userId],
  subject: followedSubject({ kind: 'farm', farmId }),
  link: `/farm/${farmId}`,
  facts: { product: name, others: number - 1 },
});

const reachedNotice = ({ userId, farmId, placeName }: Row<typeof findReached>) => ({
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
