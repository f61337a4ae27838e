import { m } from '#shared/text/compiled/messages.js';

const METRES_PER_KILOMETRE = 1000;

/** "500 m" or "2.5 km": metres as people say them. */
export const metresText = (metres: number): string =>
  metres < METRES_PER_KILOMETRE
    ? m.distanceInMetres({ metres })
    : m.distanceInKilometres({ kilometres: (metres / METRES_PER_KILOMETRE).toFixed(1) });
