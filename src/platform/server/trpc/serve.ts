import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { AnswerOf, By, InputOf, Operation } from '#platform/contract/operation.ts';
import type { Call, UserContext } from './context.ts';
import { once } from './once.ts';
import {
  buyerProcedure,
  farmerProcedure,
  openProcedure,
  type ProcedureMeta,
  publicProcedure,
  userProcedure,
} from './procedures.ts';

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

function callOf({ services, currentSession, ...ctx }: UserContext) {
  const user = currentSession
    ? { id: currentSession.userId, role: currentSession.role, sessionId: currentSession.id }
    : null;
  const { db, clientAddress, language, device, deviceToken, session } = ctx;
  return { ...services, db, clientAddress, language, device, deviceToken, session, user };
}
