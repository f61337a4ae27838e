import * as z from 'zod/mini';
import { MONEY_MAX_KES } from '#platform/rules/limits.ts';
import { hasAtMostDecimals, roundedToHundredths } from './decimal.ts';
import { type FieldText, fieldError } from './text/line.ts';

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

/** The form shows a note about it (platform/web/ui/form/rounding-note.tsx). */
export const roundedAmount = (invalid: FieldText) =>
  z
    .number(fieldError(invalid))
    .check(
      z.gte(0, fieldError(invalid)),
      z.overwrite(roundedToHundredths),
      z.lte(MONEY_MAX_KES, fieldError(invalid)),
    );
