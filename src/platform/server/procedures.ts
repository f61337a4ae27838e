import {
  initTRPC,
  TRPCError,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from '@trpc/server';
import type * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type {
  AnswerOf,
  By,
  CatalogueChange,
  CatalogueView,
  InputOf,
  Operation,
} from '#platform/contract.ts';
import type { errors } from '#rules/errors.ts';
import {
  HOUR_SECONDS,
  KEYED_CHANGES_PER_HOUR,
  MINUTE_SECONDS,
  STREAM_PING_SECONDS,
} from '#rules/limits.ts';
import type { KeyScope } from '#rules/role.ts';
import { AppError } from './app-error.ts';
import type { Context, Session, UserContext } from './context.ts';
import type { WithoutSlot } from './fair-queue.ts';
import { describeError } from './http/rest.ts';
import { runOnce } from './idempotency.ts';
import type { RateLimits, RateRule } from './rate-limits.ts';

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
    const run = (withoutSlot: WithoutSlot) => next({ ctx: { withoutSlot } });
    const result = await (type === 'subscription' ? next() : ctx.services.calls.run(ctx, run));
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
const openProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.services.rateLimits.consume(accountCall, ctx.clientAddress);
  return next();
});

const userProcedure = publicProcedure.use(async ({ ctx, next, meta }) => {
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

type UseCase<One extends Operation, Result> = (
  call: Call<One['by']>,
  input: InputOf<One>,
) => Promise<Result>;
type Definition<One extends Operation, Result> = {
  input: One extends { input: infer Input extends $ZodType } ? z.input<Input> : undefined;
  output: Result;
  meta: ProcedureMeta;
};

const procedures = {
  anyone: publicProcedure,
  user: userProcedure,
  buyer: buyerProcedure,
  farmer: farmerProcedure,
};

export const query = <One extends Operation, Result extends AnswerOf<One>>(
  one: One,
  useCase: UseCase<One, Result>,
) =>
  builderOf(one, procedures).query(resolverOf(useCase)) as TRPCQueryProcedure<
    Definition<One, Result>
  >;

type Around<One extends Operation, Result> = {
  /** A repeated request gets the current state. */
  reread?: UseCase<One, Result>;
  /** Outside the transaction of `once`. */
  before?: UseCase<One, void>;
};

export const mutation = <One extends Operation, Result extends AnswerOf<One>>(
  one: One,
  useCase: UseCase<One, Result>,
  { reread, before }: Around<One, Result> = {},
) => {
  const resolve = resolverOf(useCase);
  const work = one.once ? once(resolve, reread && resolverOf(reread)) : resolve;
  const prepare = before && resolverOf(before);
  return builderOf(one, { ...procedures, anyone: openProcedure }).mutation(
    prepare ? (asked) => prepare(asked).then(() => work(asked)) : work,
  ) as TRPCMutationProcedure<Definition<One, Result>>;
};

type Resolving = { ctx: UserContext; input: unknown; path: string };

/** The operation's schema has parsed the input. */
const resolverOf =
  <Caller extends By, Input, Result>(
    useCase: (call: Call<Caller>, input: Input) => Promise<Result>,
  ) =>
  ({ ctx, input }: Resolving) =>
    useCase(callOf(ctx) as Call<Caller>, input as Input);

function builderOf(one: Operation, builders: Record<By, unknown>) {
  // Typed as one role's builder; `callOf` fits the user to any role.
  const builder = builders[one.by] as typeof userProcedure;
  const { keys, shows, changes, limit } = one;
  const meta = { ...(keys && { keys }), ...(shows && { shows }), ...(changes && { changes }) };
  const declared = builder.meta({ ...meta, operation: one });
  const made = limit
    ? declared.use(async ({ ctx, next }) => {
        await ctx.services.rateLimits.consume(limit, String(ctx.currentSession.userId));
        return next();
      })
    : declared;
  return one.input ? made.input(one.input) : made;
}

function callOf(ctx: UserContext) {
  const { services, currentSession, db, clientAddress, language } = ctx;
  const { device, deviceToken, session, withoutSlot } = ctx;
  const user = currentSession
    ? { id: currentSession.userId, role: currentSession.role, sessionId: currentSession.id }
    : null;
  const caller = { clientAddress, language, device, deviceToken, session, user };
  // With the services first, Node 20 takes 25 µs in place of 1.
  return { db, ...caller, ...services, withoutSlot };
}

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
type ResolverCall<Context, Input> = { ctx: Context; input: Input; path: string };
type Resolver<Context, Input, Answer> = (call: ResolverCall<Context, Input>) => Promise<Answer>;

/**
 * Without the header, each call does the work. `ctx.db` is the transaction that stores the answer.
 * With `reread`, a repeated request gets the current state.
 */
const once =
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
