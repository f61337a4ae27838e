import * as z from 'zod/mini';
import { position, searchLine } from '#platform/rules/fields.ts';
import { ID_MAX } from '#platform/rules/limits.ts';

export type CaseKind =
  | 'dispute'
  | 'payout'
  | 'attempt'
  | 'refund'
  | 'unmatched'
  | 'report'
  | 'visit'
  | 'released'
  | 'sim'
  | 'request';

export type CasePage = 'order' | 'report' | 'account' | 'lot' | 'request' | 'statement';

const id = z.int().check(z.gte(1), z.lte(ID_MAX));
export const openCaseInput = z.object({ id });

export const DESK_SEARCH_MAX = 80;
export const deskSearchInput = z.object({
  text: searchLine().check(z.minLength(1), z.maxLength(DESK_SEARCH_MAX)),
});

export const visitsInput = z.object({ position: z.nullable(position) });

const HOUR_MILLISECONDS = 3_600_000;
/** The sum of a case without one, so that an old report passes a young small payout. */
const UNPRICED_CENTS = 50_000;

export function weightOf({ cents, since }: { cents: number; since: Date }, now: Date): number {
  const hours = Math.max(1, (now.getTime() - since.getTime()) / HOUR_MILLISECONDS);
  return Math.max(cents, UNPRICED_CENTS) * hours;
}

export const payoutsInput = z.object({ isAll: z.boolean(), afterId: z.nullable(id) });
