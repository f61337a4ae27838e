import * as z from 'zod/mini';
import { ACCURACY_MAX_METRES } from '#platform/rules/limits.ts';
import { roundedToHundredths } from '../decimal.ts';
import { fieldError } from '../text/line.ts';
import { isInKenyaBounds, type Position } from './geo.ts';

/** JSON can carry numbers that are smaller than the database column holds. */
const zeroIfTiny = z.overwrite((degrees: number) => (Math.abs(degrees) < 1e-9 ? 0 : degrees));

/** WGS84 degrees. */
export const latitude = z
  .number(fieldError('latitudeInvalid'))
  .check(
    z.gte(-90, fieldError('latitudeInvalid')),
    z.lte(90, fieldError('latitudeInvalid')),
    zeroIfTiny,
  );
export const longitude = z
  .number(fieldError('longitudeInvalid'))
  .check(
    z.gte(-180, fieldError('longitudeInvalid')),
    z.lte(180, fieldError('longitudeInvalid')),
    zeroIfTiny,
  );

/** Metres, rounded to the centimetre. */
export const accuracy = z
  .number(fieldError('accuracyInvalid'))
  .check(
    z.gte(0, fieldError('accuracyInvalid')),
    z.lte(ACCURACY_MAX_METRES, fieldError('accuracyInvalid')),
    z.overwrite(roundedToHundredths),
  );

export const inKenya = z.refine<Position>(isInKenyaBounds, fieldError('outsideKenya'));

export const position = z.object({ latitude, longitude }).check(inKenya);

/** `accuracy` is in metres, `takenAt` in ISO 8601. */
export const gpsFix = z
  .object(
    {
      latitude,
      longitude,
      accuracy,
      takenAt: z.iso.datetime({ offset: true, ...fieldError('gpsFixStale') }),
    },
    fieldError('locationUnverified'),
  )
  .check(inKenya);
export type GpsFix = z.infer<typeof gpsFix>;
