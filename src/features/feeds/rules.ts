import * as z from 'zod/mini';
import { fieldError, rowId } from '#rules/fields.ts';
import { languages } from '#rules/language.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';

export const feedNames = [
  'google.xml',
  'google.csv',
  'google.tsv',
  'meta.xml',
  'meta.csv',
] as const;
export type FeedName = (typeof feedNames)[number];

/** Without `farmId`, the products of the whole market. */
export const feedInput = z.object({
  name: z.enum(feedNames, fieldError('fieldInvalid')),
  farmId: z.optional(rowId),
  language: z.optional(z.enum(languages, fieldError('fieldInvalid'))),
});

export const feedPath = (name: FeedName, farmId: number): string =>
  `/api/feeds/${name}?farmId=${farmId}`;

export const FEED_PAGE_SIZE = 500;

/** Google and Meta fetch the market's feed once an hour at most. */
export const MARKET_FEED_SECONDS = 15 * MINUTE_SECONDS;

/** Google's limit. */
export const FEED_TITLE_MAX = 150;

/** Google's limit. */
export const FEED_BRAND_MAX = 70;
