import {
  conversationIdInput,
  getConversationInput,
  listConversationsInput,
  markReadInput,
  reportConversationInput,
  sendMessageInput,
  startConversationInput,
} from '#features/messages/rules/message.ts';
import { wordlessText } from '#features/messages/rules/message-media.ts';
import {
  counterOfferInput,
  makeOfferInput,
  offerIdInput,
} from '#features/messages/rules/price-offer.ts';
import {
  acceptOffer,
  declineOffer,
  releaseOffer,
  withdrawOffer,
} from '#features/messages/server/answer-offer.ts';
import { blockPerson, unblockPerson } from '#features/messages/server/block-person.ts';
import {
  countUnread,
  findConversation,
  getConversation,
  listConversations,
  type OwnConversation,
} from '#features/messages/server/list-conversations.ts';
import { counterOffer, makeOffer } from '#features/messages/server/make-offer.ts';
import { reportConversation } from '#features/messages/server/report-conversation.ts';
import { markRead, sendMessage } from '#features/messages/server/send-message.ts';
import { startConversation } from '#features/messages/server/start-conversation.ts';
import type { UserContext } from '#platform/server/trpc/context.ts';
import { once } from '#platform/server/trpc/once.ts';
import { buyerProcedure, userProcedure } from '#platform/server/trpc/procedures.ts';

/** The caller and their side: a user has the side of their role in every conversation. */
const personOf = ({ currentSession: { userId, role } }: UserContext) => ({ userId, side: role });

type OfConversation = { ctx: UserContext; input: { conversationId: number } };
const readOwn = async ({ ctx, input: { conversationId } }: OfConversation) =>
  inWords(ctx, await findConversation(ctx.db, { conversationId, ...personOf(ctx) }));

/**
 * A conversation whose last message may have no text. Then the message's kind is named, in the
 * reader's language.
 */
const inWords = ({ language }: UserContext, conversation: OwnConversation): OwnConversation => ({
  ...conversation,
  lastText: conversation.lastText || wordlessText(conversation.lastKind, language),
});

/** Messages between buyers and farmers. Sending happens once per Idempotency-Key. */
export const conversations = {
  start: buyerProcedure
    .input(startConversationInput)
    .mutation(
      once(async ({ ctx, input }) =>
        inWords(
          ctx,
          await startConversation(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        ),
      ),
    ),
  list: userProcedure.input(listConversationsInput).query(async ({ ctx, input }) => {
    const { conversations: page, nextCursor } = await listConversations(ctx.db, {
      ...input,
      ...personOf(ctx),
    });
    return { conversations: page.map((conversation) => inWords(ctx, conversation)), nextCursor };
  }),
  unread: userProcedure.query(({ ctx }) => countUnread(ctx.db, personOf(ctx))),
  get: userProcedure.input(getConversationInput).query(async ({ ctx, input }) => {
    const { conversation, ...page } = await getConversation(
      ctx.db,
      { ...input, ...personOf(ctx) },
      ctx.services,
    );
    return { conversation: inWords(ctx, conversation), ...page };
  }),
  send: userProcedure
    .input(sendMessageInput)
    .mutation(
      once(({ ctx, input }) => sendMessage(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  read: userProcedure
    .input(markReadInput)
    .mutation(async ({ ctx, input }) =>
      inWords(ctx, await markRead(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  block: userProcedure
    .input(conversationIdInput)
    .mutation(async ({ ctx, input }) =>
      inWords(ctx, await blockPerson(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  unblock: userProcedure
    .input(conversationIdInput)
    .mutation(async ({ ctx, input }) =>
      inWords(ctx, await unblockPerson(ctx.db, { ...input, ...personOf(ctx) })),
    ),
  report: userProcedure
    .input(reportConversationInput)
    .mutation(
      once(
        async ({ ctx, input }) =>
          inWords(
            ctx,
            await reportConversation(ctx.db, { ...input, ...personOf(ctx) }, ctx.services),
          ),
        readOwn,
      ),
    ),
};

/**
 * Price offers between the two sides. Each step happens once per Idempotency-Key, and returns the
 * updated offer.
 */
export const offers = {
  make: userProcedure
    .input(makeOfferInput)
    .mutation(
      once(({ ctx, input }) => makeOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  counter: userProcedure
    .input(counterOfferInput)
    .mutation(
      once(({ ctx, input }) => counterOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  accept: userProcedure
    .meta({ changes: 'stock' })
    .input(offerIdInput)
    .mutation(
      once(({ ctx, input }) => acceptOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  decline: userProcedure
    .input(offerIdInput)
    .mutation(
      once(({ ctx, input }) => declineOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  withdraw: userProcedure
    .input(offerIdInput)
    .mutation(
      once(({ ctx, input }) => withdrawOffer(ctx.db, { ...input, ...personOf(ctx) }, ctx.services)),
    ),
  /** The buyer gives up an agreed offer. */
  release: buyerProcedure
    .meta({ changes: 'stock' })
    .input(offerIdInput)
    .mutation(
      once(({ ctx, input }) =>
        releaseOffer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
      ),
    ),
};
