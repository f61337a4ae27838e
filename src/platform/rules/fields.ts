import * as z from 'zod/mini';
import { hasAtMostDecimals, roundedToHundredths } from './amounts.ts';
import { isInKenyaBounds } from './geo.ts';
import {
  ACCURACY_MAX_METRES,
  CURSOR_MAX,
  ID_MAX,
  MONEY_MAX_KES,
  TAKEN_AT_FUTURE_SECONDS,
  TAKEN_AT_PAST_SECONDS,
} from './limits.ts';
import type { FieldText } from './text/field-texts.ts';
import { visible, withPlainMarks } from './text/fold.ts';

export type { FieldText };

export const fieldError = (key: FieldText) => ({ error: key });

/**
 * No control characters (PostgreSQL cannot store NUL, and CR/LF starts a new mail header), no lone
 * surrogates, and no bidirectional controls, which can make one text look like another.
 */
const LINE_PATTERN = /^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]*$/u;
const PARAGRAPH_PATTERN = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;

/** `invalid` is for a value of the wrong type: a client may send a number as a name. */
export const missingOrInvalid = (required: FieldText, invalid: FieldText) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? required : invalid,
});

/** Trimmed; empty if nothing of it is visible. */
export const line = (required: FieldText = 'fieldInvalid', invalid: FieldText = 'fieldInvalid') =>
  z
    .string(missingOrInvalid(required, invalid))
    .check(z.trim(), z.overwrite(visible), z.regex(LINE_PATTERN, fieldError('fieldInvalid')));

/** Drops marks of direction from pasted text. */
export const searchLine = (required: FieldText = 'fieldInvalid') =>
  z
    .string(missingOrInvalid(required, 'fieldInvalid'))
    .check(
      z.overwrite(withPlainMarks),
      z.trim(),
      z.regex(LINE_PATTERN, fieldError('fieldInvalid')),
    );

/** Trimmed; empty if nothing of it is visible. */
export const paragraph = (required: FieldText = 'fieldInvalid') =>
  z
    .string(missingOrInvalid(required, 'fieldInvalid'))
    .check(z.trim(), z.overwrite(visible), z.regex(PARAGRAPH_PATTERN, fieldError('fieldInvalid')));

export const atMost = (most: number) => z.maxLength(most, fieldError('fieldTooLong'));

export const filledLine = (required: FieldText, most: number) =>
  line(required).check(z.minLength(1, fieldError(required)), atMost(most));

export const rowId = z
  .int(fieldError('fieldInvalid'))
  .check(z.gte(1, fieldError('fieldInvalid')), z.lte(ID_MAX, fieldError('fieldInvalid')));

export const listLimit = (most: number) =>
  z.optional(
    z
      .int(fieldError('fieldInvalid'))
      .check(z.gte(1, fieldError('fieldInvalid')), z.lte(most, fieldError('fieldInvalid'))),
  );

/** Of a list's next page. */
export const pageCursor = z.optional(
  z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid'))),
);

const isWholeCents = (shillings: number) => hasAtMostDecimals(shillings, 2);

/** Shillings with at most two decimals. */
export const amount = (invalid: FieldText, maxKes = MONEY_MAX_KES) =>
  z
    .number(fieldError(invalid))
    .check(
      z.gte(0, fieldError(invalid)),
      z.lte(maxKes, fieldError(invalid)),
      z.refine(isWholeCents, fieldError(invalid)),
    );

/** The form shows a note about it (platform/web/ui/form-codec.tsx). */
export const roundedPrice = () =>
  z
    .number(fieldError('priceInvalid'))
    .check(
      z.gte(0, fieldError('priceInvalid')),
      z.overwrite(roundedToHundredths),
      z.lte(MONEY_MAX_KES, fieldError('priceInvalid')),
    );

/** 1 to 255 visible ASCII characters. */
export const idempotencyKey = z
  .string(fieldError('idempotencyKeyRequired'))
  .check(z.regex(/^[\x21-\x7e]{1,255}$/, fieldError('idempotencyKeyRequired')));

/** The phone's clock as corrected by the server's; ISO 8601. */
export const takenAt = z.iso.datetime({ offset: true, ...fieldError('fieldInvalid') });

/** `takenAt` is null without a moment, or for one outside the years 2000 to 2099. */
export type JudgedMoment = { takenAt: Date | null; isTakenAtDoubtful: boolean };

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/**
 * A moment in the future, more than a week ago, or before the thing existed (`since`) is stored but
 * marked as doubtful, because refusing it would lose the work.
 */
export function judgeTakenAt(
  text: string | null | undefined,
  now: Date,
  since?: Date,
): JudgedMoment {
  if (text === null || text === undefined) return { takenAt: null, isTakenAtDoubtful: false };
  const moment = Date.parse(text);
  if (!(moment >= FIRST && moment < LAST)) return { takenAt: null, isTakenAtDoubtful: true };
  const secondsAgo = (now.getTime() - moment) / 1000;
  const isOff = secondsAgo < -TAKEN_AT_FUTURE_SECONDS || secondsAgo > TAKEN_AT_PAST_SECONDS;
  const taken = { takenAt: new Date(moment), isTakenAtDoubtful: isOff };
  return since ? judgeSince(taken, since) : taken;
}

export function judgeSince<Taken extends JudgedMoment>(taken: Taken, since: Date): Taken {
  const isTooEarly =
    taken.takenAt !== null &&
    taken.takenAt.getTime() < since.getTime() - TAKEN_AT_FUTURE_SECONDS * 1000;
  return isTooEarly ? { ...taken, isTakenAtDoubtful: true } : taken;
}

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
