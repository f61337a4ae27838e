import { secondsAfter } from '#server/clock.ts';
import { FOLLOWED_PLACE_SECONDS, noticesOfFollows } from '../rules.ts';
import { startTellingFollowers } from './follows.ts';
import { deletePlacesBefore } from './queries.ts';
import { followData } from './tables.ts';

export const follows: Feature = {
  notices: noticesOfFollows,
  personalData: followData,
  prune: (db, now) => deletePlacesBefore(db, secondsAfter(now, -FOLLOWED_PLACE_SECONDS)),
  start: (db, services) => [startTellingFollowers(db, services)],
};
