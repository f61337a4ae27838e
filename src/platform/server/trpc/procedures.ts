import { initTRPC, TRPCError } from '@trpc/server';
import type { CatalogueChange, CatalogueView, Operation } from '#platform/contract/operation.ts';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { ErrorCode, errors } from '#platform/rules/errors.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';
import { STREAM_PING_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { describeError } from '#platform/server/http/describe-error.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import type { Context } from './context.ts';

const trpcCodes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  // tRPC has no code for a full disk.
  507: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<(typeof errors)[ErrorCode]['status'], TRPCError['code']>;

export type ProcedureMeta = {
  /** Everybody gets the same answer, so it may be cached. */
  shows?: CatalogueView;
  /** Cached answers are invalidated before the response, so that users read their own changes. */
  changes?: CatalogueChange;
  /** Each scope opens it alone. */
  keys?: readonly KeyScope[];
  operation?: Operation;
};

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // With tRPC's maxDurationMs, a stream that ends earlier stays in memory for that long.
    sse: {
      ping: { enabled: true, intervalMs: STREAM_PING_SECONDS * 1000 },
      client: { reconnectAfterInactivityMs: 3 * STREAM_PING_SECONDS * 1000 },
    },
    errorFormatter({ shape, error, ctx }) {
      const { status, message, ...described } = describeError(error, ctx?.language ?? 'en');
      return {
        ...shape,
        message,
        data: { httpStatus: status, path: shape.data.path, ...described },
      };
    },
  });

/** One middleware, because tRPC copies a call's options for each. */
const queuedAndMeasured = t.middleware(async ({ ctx, next, path, type, meta }) => {
  const startedAt = performance.now();
  const count = (outcome: string) =>
    ctx.services.metrics.procedures.observe(
      { procedure: path, outcome },
      (performance.now() - startedAt) / 1000,
    );
  try {
    // A stream is long, so only the session's lookup has a slot.
    if (type === 'subscription') await ctx.services.calls.run(ctx, () => ctx.session(meta?.keys));
    const result = await (type === 'subscription' ? next() : ctx.services.calls.run(ctx, next));
    if (!result.ok) throw result.error;
    if (type === 'mutation' && meta?.changes) ctx.services.catalogueChanges.announce(meta.changes);
    ctx.views.push(meta?.shows ?? null);
    count('ok');
    return result;
  } catch (error) {
    const { code, status } = describeError(error, ctx.language);
    count(code);
    const cause = (error instanceof TRPCError && error.cause) || error;
    throw new TRPCError({ code: trpcCodes[status], message: code, cause });
  }
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
export const publicProcedure = t.procedure.use(queuedAndMeasured);

const accountCall: RateRule = { name: 'accountCall', points: 600, seconds: MINUTE_SECONDS };

/** Far above the needs of many phones behind one address. */
export const openProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.services.rateLimits.consume(accountCall, ctx.clientAddress);
  return next();
});

export const userProcedure = publicProcedure.use(async ({ ctx, next, meta }) => {
  const session = await ctx.session(meta?.keys);
  if (ctx.bearer) ctx.services.calls.remember(ctx.bearer, session?.userId ?? null);
  if (!session) throw new AppError('NOT_LOGGED_IN');
  // Never cached for others.
  ctx.views.push(null);
  return next({ ctx: { ...ctx, currentSession: session } });
});

export const buyerProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.currentSession.role !== 'buyer') throw new AppError('BUYERS_ONLY');
  return next({ ctx: { ...ctx, buyer: { id: ctx.currentSession.userId } } });
});

/** Buyers see most changes by farmers. */
export const farmerProcedure = userProcedure.meta({ changes: 'all' }).use(({ ctx, next }) => {
  if (ctx.currentSession.role !== 'farmer') throw new AppError('FARMERS_ONLY');
  return next({ ctx: { ...ctx, farmer: { id: ctx.currentSession.userId } } });
});

export function retryAfterOf(failures: readonly TRPCError[]): Record<string, string> {
  const waits = failures.map((failure) => describeError(failure, 'en').retryAfterSeconds ?? 0);
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}
