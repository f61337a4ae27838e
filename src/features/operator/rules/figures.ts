import * as z from 'zod/mini';
import { county } from '#platform/rules/county-input.ts';
import { FIGURE_WEEKS_DEFAULT, FIGURE_WEEKS_MAX } from './limits.ts';

export const figuresInput = z.object({
  county: z.optional(z.nullable(county)),
  weeks: z._default(z.int().check(z.gte(1), z.lte(FIGURE_WEEKS_MAX)), FIGURE_WEEKS_DEFAULT),
});
