import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import { publicProcedure } from '#platform/server/trpc/procedures.ts';

/** Per client address. */
const accountCall: RateRule = { name: 'accountCall', points: 600, seconds: MINUTE_SECONDS };

/**
 * Account calls open to anyone. The limit per address is far above the needs of many phones behind
 * one address.
 */
export const accountProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.services.rateLimits.consume(accountCall, ctx.clientAddress);
  return next();
});
