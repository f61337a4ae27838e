import { askAboutDifference } from '#features/orders/server/weigh-order.ts';
import type { UserContext } from '#platform/server/trpc/context.ts';

type OfOrder = { ctx: UserContext; input: { orderId: number } };

/**
 * A step that completes an order, after M-Pesa was asked about a difference that is being paid. The
 * step runs in a transaction, which must not wait for M-Pesa.
 */
export const afterAsking =
  <Call extends OfOrder, Answer>(complete: (call: Call) => Promise<Answer>) =>
  async (call: Call): Promise<Answer> => {
    const { ctx, input } = call;
    const party = { orderId: input.orderId, userId: ctx.currentSession.userId };
    await askAboutDifference(ctx.db, party, ctx.services);
    return complete(call);
  };
