import {
  createWebhookInput,
  rotateWebhookInput,
  webhookEventIdInput,
  webhookIdInput,
} from '#features/webhooks/rules/webhook.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  rotateWebhook,
  sendAgain,
  testWebhook,
} from '#features/webhooks/server/manage-webhooks.ts';
import { userProcedure } from '#platform/server/trpc/procedures.ts';

/** The webhooks of the user's own programs. Only a session manages them, never an API key. */
export const webhooks = {
  list: userProcedure.query(({ ctx }) => listWebhooks(ctx.db, ctx.currentSession.userId)),
  deliveries: userProcedure
    .input(webhookIdInput)
    .query(({ ctx: { db, currentSession }, input }) =>
      listDeliveries(db, { ...input, userId: currentSession.userId }),
    ),
  create: userProcedure
    .input(createWebhookInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      createWebhook(
        db,
        { ...input, userId: currentSession.userId, sessionId: currentSession.id },
        services,
      ),
    ),
  rotate: userProcedure
    .input(rotateWebhookInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      rotateWebhook(
        db,
        { ...input, userId: currentSession.userId, sessionId: currentSession.id },
        services,
      ),
    ),
  test: userProcedure
    .input(webhookIdInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      testWebhook(db, { ...input, userId: currentSession.userId }, services),
    ),
  pause: userProcedure
    .input(webhookIdInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      pauseWebhook(db, { ...input, userId: currentSession.userId }, services),
    ),
  resume: userProcedure
    .input(webhookIdInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      resumeWebhook(db, { ...input, userId: currentSession.userId }, services),
    ),
  remove: userProcedure
    .input(webhookIdInput)
    .mutation(({ ctx: { db, currentSession }, input }) =>
      removeWebhook(db, { ...input, userId: currentSession.userId }),
    ),
  sendAgain: userProcedure
    .input(webhookEventIdInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      sendAgain(db, { ...input, userId: currentSession.userId }, services),
    ),
};
