import type { CheckCounty } from '#shared/place.ts';
import { countyAt, isFarFromCounty } from './county-at.ts';

/** The county of a pin (null outside Kenya), and whether the one that was named for it lies so far away that one should ask. */
export function checkCounty({ county, ...pin }: CheckCounty) {
  return { pinCounty: countyAt(pin), isFar: isFarFromCounty(county, pin) };
}
