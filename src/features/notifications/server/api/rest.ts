import { Hono } from 'hono';
import { answer, numberOf, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

/**
 * GET /api/notifications?limit&cursor -> {success, notifications: [{id, kind, topic, text, href,
 * isRead, createdAt}], unread, nextCursor}; POST /api/notifications/read {upTo} -> {success,
 * unread}: marks everything up to that id as read. `unread` is counted up to 100.
 */
export const notificationPaths = new Hono<RequestEnv>()
  .get('/', (c) =>
    answer(c, async (caller) => {
      const { cursor, limit } = c.req.query();
      const list = { ...(cursor && { cursor }), ...(limit && { limit: numberOf(limit) }) };
      return { body: await caller.notifications.list(unchecked(list)) };
    }),
  )
  .post('/read', (c) =>
    answer(c, async (caller, body) => ({ body: await caller.notifications.read(unchecked(body)) })),
  );

/**
 * GET /api/push/key -> {success, publicKey}, the key with which a browser subscribes, base64url;
 * POST /api/push/subscriptions {endpoint, keys: {p256dh, auth}}, in the format of
 * PushSubscription.toJSON(), and DELETE {endpoint} -> {success}.
 */
export const pushPaths = new Hono<RequestEnv>()
  .get('/key', (c) => answer(c, async (caller) => ({ body: await caller.push.key() })))
  .post('/subscriptions', (c) =>
    answer(c, async (caller, body) => ({ body: await caller.push.subscribe(unchecked(body)) })),
  )
  .delete('/subscriptions', (c) =>
    answer(c, async (caller, body) => ({ body: await caller.push.unsubscribe(unchecked(body)) })),
  );
