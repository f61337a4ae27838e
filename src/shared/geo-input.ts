import * as z from 'zod/mini';
import { roundedToHundredths } from '#shared/decimal.ts';
import { ACCURACY_MAX_METRES } from '#shared/limits.ts';
import { say } from '#shared/text/line.ts';

/** WGS84 degrees. */
export const latitude = z
  .number(say('latitudeInvalid'))
  .check(z.gte(-90, say('latitudeInvalid')), z.lte(90, say('latitudeInvalid')));
export const longitude = z
  .number(say('longitudeInvalid'))
  .check(z.gte(-180, say('longitudeInvalid')), z.lte(180, say('longitudeInvalid')));

/** How far a measured position may be off, in metres, to the centimetre: the database's column holds nothing as small as JSON can. */
export const accuracy = z
  .number(say('accuracyInvalid'))
  .check(z.gte(0, say('accuracyInvalid')), z.lte(ACCURACY_MAX_METRES, say('accuracyInvalid')), z.overwrite(roundedToHundredths));
