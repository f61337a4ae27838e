import { acceptOffer, declineOffer, releaseOffer, withdrawOffer } from '#server/modules/messages/answer-offer.ts';
import { blockPerson, unblockPerson } from '#server/modules/messages/block-person.ts';
import {
  countUnread,
  findConversation,
  getConversation,
  listConversations,
} from '#server/modules/messages/list-conversations.ts';
import { counterOffer, makeOffer } from '#server/modules/messages/make-offer.ts';
import { reportConversation } from '#server/modules/messages/report-conversation.ts';
import { markRead, sendMessage } from '#server/modules/messages/send-message.ts';
import { startConversation } from '#server/modules/messages/start-conversation.ts';
import type { UserContext } from '#server/trpc/context.ts';
import { once } from '#server/trpc/once.ts';
import { buyerProcedure, router, userProcedure } from '#server/trpc/procedures.ts';
import {
  conversationIdInput,
  getConversationInput,
  listConversationsInput,
  markReadInput,
  reportConversationInput,
  sendMessageInput,
  startConversationInput,
} from '#shared/messages/message.ts';
import { counterOfferInput, makeOfferInput, offerIdInput } from '#shared/messages/price-offer.ts';

/** Who calls: a person's role is the side that the person has in every conversation. */
const personOf = ({ currentSession: { userId, role } }: UserContext) => ({ userId, side: role });

type OfConversation = { ctx: UserContext; input: { conversationId: number } };
const readOwn = ({ ctx, input: { conversationId } }: OfConversation) =>
  findConversation(ctx.db, { conversationId, ...personOf(ctx) });

/** What buyers and farmers write to each other. Sending is done once for each Idempotency-Key. */
export const conversations = router({
  start: buyerProcedure
    .input(startConversationInput)
    .mutation(once(({ ctx, input }) => startConversation(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services))),
  list: userProcedure
    .input(listConversationsInput)
    .query(({ ctx, input }) => listConversations(ctx.db, { ...input, ...personOf(ctx) })),
  unread: userProcedure.query(({ ctx }) => countUnread(ctx.db, personOf(ctx))),
  get: userProcedure
    .input(getConversationInput)
    .query(({ ctx, input }) => getConversation(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
  send: userProcedure
    .input(sendMessageInput)
    .mutation(once(({ ctx, input }) => sendMessage(ctx.db, { ...input, ...personOf(ctx) }, ctx.services))),
  read: userProcedure
    .input(markReadInput)
    .mutation(({ ctx, input }) => markRead(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
  block: userProcedure
    .input(conversationIdInput)
    .mutation(({ ctx, input }) => blockPerson(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
  unblock: userProcedure
    .input(conversationIdInput)
    .mutation(({ ctx, input }) => unblockPerson(ctx.db, { ...input, ...personOf(ctx) })),
  report: userProcedure
    .input(reportConversationInput)
    .mutation(once(({ ctx, input }) => reportConversation(ctx.db, { ...input, ...personOf(ctx) }, ctx.services), readOwn)),
});

/** Prices that the two sides offer each other. Each step is done once for each Idempotency-Key, and answers the offer as it is then. */
export const offers = router({
  make: userProcedure
    .input(makeOfferInput)
    .mutation(once(({ ctx, input }) => makeOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services))),
  counter: userProcedure
    .input(counterOfferInput)
    .mutation(once(({ ctx, input }) => counterOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services))),
  accept: userProcedure
    .input(offerIdInput)
    .mutation(once(({ ctx, input }) => acceptOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services))),
  decline: userProcedure
    .input(offerIdInput)
    .mutation(once(({ ctx, input }) => declineOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services))),
  withdraw: userProcedure
    .input(offerIdInput)
    .mutation(once(({ ctx, input }) => withdrawOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services))),
  /** The buyer lets go of what was agreed. */
  release: buyerProcedure
    .input(offerIdInput)
    .mutation(once(({ ctx, input }) => releaseOffer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services))),
});
