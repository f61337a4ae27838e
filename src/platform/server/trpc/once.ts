import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import { KEYED_CHANGES_PER_HOUR } from '#platform/rules/limits.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { runOnce } from '#platform/server/idempotency.ts';
import type { RateLimits, RateRule } from '#platform/server/rate-limits.ts';
import type { Session } from './context.ts';

export const keyedChange: RateRule = {
  name: 'keyedChange',
  points: KEYED_CHANGES_PER_HOUR,
  seconds: HOUR_SECONDS,
};

type KeyedContext = {
  db: Database;
  services: { clock: Clock; rateLimits: RateLimits };
  currentSession: Session;
  idempotencyKey?: string | undefined;
  uploadHash?: unknown;
};
type Call<Context, Input> = { ctx: Context; input: Input; path: string };
type Resolver<Context, Input, Answer> = (call: Call<Context, Input>) => Promise<Answer>;

/**
 * Without the header, each call does the work. `ctx.db` is the transaction that stores the answer.
 * With `reread`, a repeated request gets the current state.
 */
export const once =
  <Context extends KeyedContext, Input, Answer>(
    resolve: Resolver<Context, Input, Answer>,
    reread?: Resolver<NoInfer<Context>, NoInfer<Input>, NoInfer<Answer>>,
  ): Resolver<Context, Input, Answer> =>
  async (call) => {
    const { ctx, input, path } = call;
    if (ctx.idempotencyKey === undefined) return resolve(call);
    // New products and photos have their own limits.
    if (reread)
      await ctx.services.rateLimits.consume(keyedChange, String(ctx.currentSession.userId));
    const request = {
      userId: ctx.currentSession.userId,
      operation: path,
      idempotencyKey: ctx.idempotencyKey,
      input: ctx.uploadHash ?? input,
    };
    const through = (work: Resolver<Context, Input, Answer>) => (db: Database) =>
      work({ ...call, ctx: { ...ctx, db } });
    return runOnce(ctx.db, request, {
      clock: ctx.services.clock,
      run: through(resolve),
      reread: reread && through(reread),
    });
  };
