/*
 * Sorts by newest so that farms take turns: a farm that lists six hundred products at once must not
 * fill the first pages (docs/decisions/0055). Products of a newer round come before those of an
 * older one. A round with a page's worth of offers is full. A farm's first three products of a week
 * join the newest round, its next three go two rounds back, the next three one further, and so on.
 * Without other farms nothing moves back.
 *
 * The round never changes, so pages of a list neither miss nor repeat a product. Deleted products
 * count too, so relisting gains nothing. The caller locks the farm, because two listings at the
 * same time would take the same turn. The market's rounds are not locked: at worst two are open at
 * once.
 */

import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  LISTING_ROUND_OF_ONE_FARM,
  LISTING_ROUND_SIZE,
  LISTING_WINDOW_SECONDS,
} from '#products/rules/limits.ts';
import { areOthersOffering, countListedSince, findNewestRound } from './queries.ts';

export async function nextListingRound(tx: Database, farmerId: number, now: Date): Promise<number> {
  const listed = await countListedSince(tx, farmerId, secondsAfter(now, -LISTING_WINDOW_SECONDS));
  const { round, size } = await findNewestRound(tx, LISTING_ROUND_SIZE);
  const newest = size < LISTING_ROUND_SIZE ? round : round + 1;
  const turn = Math.floor(listed / LISTING_ROUND_OF_ONE_FARM);
  if (turn === 0 || !(await areOthersOffering(tx, farmerId))) return newest;
  return newest - 1 - turn;
}
