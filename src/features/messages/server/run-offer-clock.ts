/*
 * Each due offer is locked and checked again, so that concurrent processes and users never end an
 * offer twice or return its stock twice. Offers of blocked, suspended or deleted users end like any
 * other.
 */

import { lockPerson } from '#accounts/server/people-queries.ts';
import { moveOffer } from '#messages/server/conversations/move-offer.ts';
import {
  findSides,
  listExpired,
  listOverdue,
} from '#messages/server/conversations/offer-queries.ts';
import { notifyConversationChanged } from '#messages/server/conversations/queries.ts';
import { tellOfOffer } from '#messages/server/conversations/write-message.ts';
import { ORDER_CLOCK_SECONDS } from '#orders/rules/limits.ts';
import { lockOffer } from '#orders/server/queries.ts';
import { repeatRounds } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { RunningServices } from '#platform/server/feature.ts';
import type { Services } from '#platform/server/trpc/context.ts';

type Due = { id: number; buyerId: number | null };

export async function runOfferClock(
  db: Database,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
): Promise<number> {
  const now = clock();
  let ended = 0;
  for (const due of [...(await listExpired(db, now)), ...(await listOverdue(db, now))]) {
    try {
      if (await retryTransaction(() => endDue(db, due, now))) ended += 1;
    } catch (error) {
      log.warn({ err: error, offerId: due.id }, 'the offer clock could not end an offer');
    }
  }
  return ended;
}

const endDue = (db: Database, { id, buyerId }: Due, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Before the offer, in the same order as a checkout.
    if (buyerId !== null) await lockPerson(tx, buyerId);
    const offer = await lockOffer(tx, id);
    if (!offer) return false;
    const { status, expiresAt, heldUntil } = offer;
    const end = status === 'open' ? expiresAt : heldUntil;
    if ((status !== 'open' && status !== 'accepted') || !end || end > now) return false;
    const news = status === 'open' ? 'expired' : 'released';
    const moved = await moveOffer(tx, offer, { to: news, now });
    const sides = moved ? await findSides(tx, offer.conversationId) : null;
    if (!sides) return moved;
    await notifyConversationChanged(tx, sides);
    await tellOfOffer(
      tx,
      { ...sides, productName: offer.productName, userIds: [sides.buyerId, sides.farmerId], news },
      now,
    );
    return moved;
  });

export function startOfferClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds(() => runOfferClock(db, services), {
    pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the offer clock missed a round' },
  });
}
