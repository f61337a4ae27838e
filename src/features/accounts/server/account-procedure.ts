import {
  ACCOUNT_CALL_WAIT_MILLISECONDS,
  ACCOUNT_CALLS_AT_ONCE,
  ACCOUNT_CALLS_PER_CLIENT,
} from '#features/accounts/rules/limits.ts';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import { HEAVY_WORK_WAITING, HEAVY_WORK_WAITING_PER_CLIENT } from '#platform/rules/limits.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import { publicProcedure } from '#platform/server/trpc/procedures.ts';

/** Per client address. */
const accountCall: RateRule = { name: 'accountCall', points: 600, seconds: MINUTE_SECONDS };

/**
 * Each account call queries the database several times before it checks the password, so a flood of
 * calls waits here rather than there.
 */
const accountCalls = createFairQueue({
  atOnce: ACCOUNT_CALLS_AT_ONCE,
  perClient: ACCOUNT_CALLS_PER_CLIENT,
  waitingPerClient: HEAVY_WORK_WAITING_PER_CLIENT,
  waitingMax: HEAVY_WORK_WAITING,
  waitMilliseconds: ACCOUNT_CALL_WAIT_MILLISECONDS,
});

/**
 * Account calls open to anyone. The limit per address is far above the needs of many phones behind
 * one address.
 */
export const accountProcedure = publicProcedure.use(({ ctx, next }) => {
  const call = async () => {
    await ctx.services.rateLimits.consume(accountCall, ctx.clientAddress);
    return next();
  };
  return accountCalls.run(ctx.clientAddress, call, { isRightful: ({ ok }) => ok });
});
