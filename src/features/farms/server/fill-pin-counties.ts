import { countyAt } from '#features/places/server/county-at.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { listFarmsWithoutPinCounty, updateFarm } from './queries.ts';

const INTERVAL_MILLISECONDS = 10 * 60 * 1000;
const FARMS_AT_ONCE = 500;

/**
 * Finds the county of each pin that was stored without one, by a version before this one. Where the
 * outlines know of none (they may have changed since), the county that was accepted with the pin
 * stands.
 */
export async function fillPinCounties(db: Database): Promise<number> {
  let filled = 0;
  for (;;) {
    const farms = await listFarmsWithoutPinCounty(db, FARMS_AT_ONCE);
    for (const { userId, county, ...pin } of farms)
      await updateFarm(db, userId, { pinCounty: countyAt(pin) ?? county });
    filled += farms.length;
    if (farms.length < FARMS_AT_ONCE) return filled;
  }
}

/**
 * Runs before the first request, and again from time to time, because a process of the version
 * before may still sign up farmers.
 */
export async function startFillingPinCounties(db: Database, { log }: { log: Logger }) {
  await fillPinCounties(db);
  const round = async () => {
    try {
      await fillPinCounties(db);
    } catch (error) {
      log.warn({ err: error }, 'counties of pins could not be filled in');
    }
  };
  return repeatRounds(round, { pauseMilliseconds: INTERVAL_MILLISECONDS, isPausedFirst: true });
}
