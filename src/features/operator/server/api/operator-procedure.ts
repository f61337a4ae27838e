import * as z from 'zod/mini';
import type { OperatorSession } from '#features/operator/server/entry/sessions.ts';
import { readOperatorSession } from '#features/operator/server/entry/sessions.ts';
import type { Operation } from '#features/operator/server/operations/operation.ts';
import { perform } from '#features/operator/server/operations/perform.ts';
import { AppError } from '#platform/server/app-error.ts';
import { publicProcedure } from '#platform/server/trpc/procedures.ts';

/** A logged-in operator of any role. */
export const operatorProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const now = ctx.services.clock();
  const { bearer: token, device } = ctx;
  const session = token ? await readOperatorSession(ctx.db, { token, device }, now) : null;
  if (!session) throw new AppError('NOT_LOGGED_IN');
  // Never cached for others.
  ctx.views.push(null);
  const acting = { person: session.person, services: ctx.services };
  return next({ ctx: { ...ctx, desk: session satisfies OperatorSession, acting } });
});

/** `seen`: the mark of the state that the page showed. */
const performedInput = <Input extends object>(input: z.ZodMiniType<Input>) =>
  z.object({ input, seen: z.optional(z.string().check(z.maxLength(64))) });

/**
 * The procedure of an operation. Answers its sentence, or the request that another person approves.
 */
export const performs = <Input extends object>(operation: Operation<Input>) =>
  operatorProcedure
    .meta({ changes: 'all' })
    .input(performedInput(operation.input))
    .mutation(async ({ ctx, input: { input, seen } }) => {
      const performed = await perform(ctx.db, operation, { input, seen, ...ctx.acting });
      return performed.outcome === 'done'
        ? { outcome: 'done' as const, said: performed.said({ locale: ctx.language }) }
        : performed;
    });
