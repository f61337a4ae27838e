import { type Context, Hono } from 'hono';
import { answer, numberOf, pathId, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import { withMediaUrls } from './media-rest.ts';

type RestContext = Context<RequestEnv>;

function listOf(c: RestContext) {
  const { search, cursor, limit } = c.req.query();
  return {
    ...(search && { search }),
    ...(cursor && { cursor }),
    ...(limit && { limit: numberOf(limit) }),
  };
}

/** The body with the conversation's id from the path, which overrides one in the body. */
const ofPath = (c: RestContext, body: Record<string, unknown> = {}) =>
  unchecked({ ...body, conversationId: pathId(c) });

/**
 * /api/conversations, for buyers and farmers: POST (Idempotency-Key) {productId, text} -> 201
 * {success, conversation}, for a buyer; GET ?search&limit&cursor -> {success, conversations,
 * nextCursor}; GET /{id}?limit&cursor -> {success, conversation, messages, nextCursor}, the newest
 * message first, photos and voice notes with their `url`; POST /{id}/messages (Idempotency-Key)
 * {text} -> 201 {success, message}; POST /{id}/read {upTo?} | block | unblock | report {reason} ->
 * {success, conversation}; POST /{id}/offers {quantity, price, validDays?} -> 201 {success,
 * offer}, the price in KES
 */
export const conversationPaths = new Hono<RequestEnv>()
  .post('/', (c) =>
    answer(c, async (caller, body) => ({
      status: 201,
      body: { conversation: await caller.conversations.start(unchecked(body)) },
    })),
  )
  .get('/', (c) =>
    answer(c, async (caller) => ({ body: await caller.conversations.list(unchecked(listOf(c))) })),
  )
  .get('/:id', (c) =>
    answer(c, async (caller) => {
      const { messages, ...page } = await caller.conversations.get(ofPath(c, listOf(c)));
      return { body: { ...page, messages: messages.map(withMediaUrls(page.conversation.id)) } };
    }),
  )
  .post('/:id/messages', (c) =>
    answer(c, async (caller, body) => {
      const message = await caller.conversations.send(ofPath(c, body));
      return { status: 201, body: { message: withMediaUrls(pathId(c))(message) } };
    }),
  )
  .post('/:id/read', (c) =>
    answer(c, async (caller, body) => ({
      body: { conversation: await caller.conversations.read(ofPath(c, body)) },
    })),
  )
  .post('/:id/block', (c) =>
    answer(c, async (caller) => ({
      body: { conversation: await caller.conversations.block(ofPath(c)) },
    })),
  )
  .post('/:id/unblock', (c) =>
    answer(c, async (caller) => ({
      body: { conversation: await caller.conversations.unblock(ofPath(c)) },
    })),
  )
  .post('/:id/report', (c) =>
    answer(c, async (caller, body) => ({
      body: { conversation: await caller.conversations.report(ofPath(c, body)) },
    })),
  )
  .post('/:id/offers', (c) =>
    answer(c, async (caller, body) => ({
      status: 201,
      body: { offer: await caller.offers.make(ofPath(c, body)) },
    })),
  );

/** The body with the offer's id from the path. */
const ofOffer = (c: RestContext, body: Record<string, unknown> = {}) =>
  unchecked({ ...body, offerId: pathId(c) });

/**
 * /api/offers, for the two sides of an offer: POST /{id}/accept | decline | withdraw -> {success,
 * offer}; POST /{id}/counter {quantity, price} -> 201 {success, offer}; POST /{id}/release ->
 * {success, offer}, for the buyer. All take an Idempotency-Key.
 */
export const offerPaths = new Hono<RequestEnv>()
  .post('/:id/accept', (c) =>
    answer(c, async (caller) => ({ body: { offer: await caller.offers.accept(ofOffer(c)) } })),
  )
  .post('/:id/decline', (c) =>
    answer(c, async (caller) => ({ body: { offer: await caller.offers.decline(ofOffer(c)) } })),
  )
  .post('/:id/withdraw', (c) =>
    answer(c, async (caller) => ({ body: { offer: await caller.offers.withdraw(ofOffer(c)) } })),
  )
  .post('/:id/release', (c) =>
    answer(c, async (caller) => ({ body: { offer: await caller.offers.release(ofOffer(c)) } })),
  )
  .post('/:id/counter', (c) =>
    answer(c, async (caller, body) => ({
      status: 201,
      body: { offer: await caller.offers.counter(ofOffer(c, body)) },
    })),
  );
