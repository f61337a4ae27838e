import { countyAt } from '#features/places/server/county-at.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { listFarmsWithoutPinCounty, updateFarm } from './queries.ts';

const INTERVAL_MILLISECONDS = 10 * 60 * 1000;
const FARMS_AT_ONCE = 500;

/**
 * Fills in the county of pins that an earlier version stored without one. If the outlines contain
 * no county (they may have changed since), uses the county that was accepted with the pin.
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
 * Runs before the first request, and again at intervals, because a process of the previous version
 * may still sign up farmers.
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
