import { initTRPC, TRPCError } from '@trpc/server';
import {
  ACCOUNT_CALL_WAIT_MILLISECONDS,
  ACCOUNT_CALLS_AT_ONCE,
  ACCOUNT_CALLS_PER_CLIENT,
} from '#features/accounts/rules/limits.ts';
import { STREAM_PING_SECONDS } from '#features/orders/rules/limits.ts';
import { NEW_PRODUCTS_PER_MINUTE } from '#features/products/rules/limits.ts';
import type {
  CatalogueChange,
  CatalogueView,
} from '#features/products/server/catalogue-changes.ts';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { ErrorCode, errors } from '#platform/rules/errors.ts';
import { HEAVY_WORK_WAITING, HEAVY_WORK_WAITING_PER_CLIENT } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import { describeError } from '#platform/server/http/describe-error.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import type { Context } from './context.ts';

/** Per client address. */
const accountCall: RateRule = { name: 'accountCall', points: 600, seconds: MINUTE_SECONDS };
/** Per farmer. */
const newProduct: RateRule = {
  name: 'newProduct',
  points: NEW_PRODUCTS_PER_MINUTE,
  seconds: MINUTE_SECONDS,
};

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
  // tRPC has no code for a full disk. Uploads use REST, which answers 507.
  507: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<(typeof errors)[ErrorCode]['status'], TRPCError['code']>;

type ProcedureMeta = {
  /** The cost of a query, in plain queries (READ_COST), from its raw input; 1 if omitted. */
  cost?: (input: unknown) => number;
  /**
   * The view of the catalogue in the answer of a public query. The answer is the same for everybody
   * and may be cached in memory.
   */
  shows?: CatalogueView;
  /**
   * The part of the catalogue that a mutation may change. A successful mutation invalidates the
   * cached answers of that part before it responds, so that users read their own changes.
   */
  changes?: CatalogueChange;
};

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // Streams end themselves (server/order-changes.ts). With tRPC's maxDurationMs, a stream that
    // ends earlier stays in memory for that long.
    sse: {
      ping: { enabled: true, intervalMs: STREAM_PING_SECONDS * 1000 },
      client: { reconnectAfterInactivityMs: 3 * STREAM_PING_SECONDS * 1000 },
    },
    /**
     * The message in the caller's language, its fields and its waiting time; no internal details.
     */
    errorFormatter({ shape, error, ctx }) {
      const { status, message, ...described } = describeError(error, ctx?.language ?? 'en');
      return {
        ...shape,
        message,
        data: { httpStatus: status, path: shape.data.path, ...described },
      };
    },
  });

/** Gives an error of the catalogue its HTTP status, and measures every procedure. */
const named = t.middleware(async ({ ctx, next, path, type, meta }) => {
  const startedAt = performance.now();
  const count = (outcome: string) =>
    ctx.services.metrics.procedures.observe(
      { procedure: path, outcome },
      (performance.now() - startedAt) / 1000,
    );
  const result = await next();
  if (result.ok) {
    if (type === 'mutation' && meta?.changes) ctx.services.catalogueChanges.announce(meta.changes);
    ctx.views.push(meta?.shows ?? null);
    count('ok');
    return result;
  }
  const { code, status } = describeError(result.error, ctx.language);
  count(code);
  throw new TRPCError({
    code: trpcCodes[status],
    message: code,
    cause: result.error.cause ?? result.error,
  });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
/** Charges queries to their client address, each query of a batch separately. */
const paced = t.middleware(async ({ ctx, next, type, meta, getRawInput }) => {
  if (type === 'query')
    await ctx.services.readPace.consume(ctx.clientAddress, meta?.cost?.(await getRawInput()));
  return next();
});

export const publicProcedure = t.procedure.use(named).use(paced);

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

/** Any logged-in user. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const session = await ctx.session();
  if (!session) throw new AppError('NOT_LOGGED_IN');
  // An answer that needs a session is never cached for others, whatever `meta` says.
  ctx.views.push(null);
  return next({ ctx: { ...ctx, currentSession: session } });
});

export const buyerProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.currentSession.role !== 'buyer') throw new AppError('BUYERS_ONLY');
  return next({ ctx: { ...ctx, buyer: { id: ctx.currentSession.userId } } });
});

/** Most changes by farmers are visible to buyers, so this is the default; orders change only stock. */
export const farmerProcedure = userProcedure.meta({ changes: 'all' }).use(({ ctx, next }) => {
  if (ctx.currentSession.role !== 'farmer') throw new AppError('FARMERS_ONLY');
  return next({ ctx: { ...ctx, farmer: { id: ctx.currentSession.userId } } });
});

/** Lists a new product, limited per farm and minute. */
export const newProductProcedure = farmerProcedure.use(async ({ ctx, next }) => {
  await ctx.services.rateLimits.consume(newProduct, String(ctx.farmer.id));
  return next();
});

/** The Retry-After header, with the longest wait among a batch's errors. */
export function retryAfterOf(failures: readonly TRPCError[]): Record<string, string> {
  const waits = failures.map((failure) => describeError(failure, 'en').retryAfterSeconds ?? 0);
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}
