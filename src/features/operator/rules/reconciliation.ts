import * as z from 'zod/mini';
import { fieldError } from '#platform/rules/fields.ts';
import { foldedWords } from '#platform/rules/text/fold.ts';
import { STATEMENT_MAX_CHARACTERS } from './limits.ts';
import { reason, receipt } from './operations.ts';

export const importStatementInput = z.object({
  text: z.string().check(z.maxLength(STATEMENT_MAX_CHARACTERS, fieldError('fieldTooLong'))),
});
export const closeUnmatchedInput = z.object({ receipt, reason });

export const reconciliationInput = z.object({ day: z.iso.date() });

export const moneyKinds = ['payment', 'payout', 'refund'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/**
 * Whether all words of one name occur in the other. M-Pesa often knows a middle name that the
 * account lacks, or the other way round. Initials don't count.
 */
export function areNamesAlike(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size);
  return few !== undefined && many !== undefined && [...few].every((word) => many.has(word));
}

const wordsOf = (name: string) => new Set(foldedWords(name).filter((word) => word.length > 1));
