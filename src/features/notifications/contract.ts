import * as z from 'zod/mini';
import { moment, named, nextCursor, noted, operation } from '#platform/contract.ts';
import { atMost, fieldError } from '#rules/fields.ts';
import { ID_MAX, PUSH_ENDPOINT_MAX } from '#rules/limits.ts';
import {
  listNoticesInput,
  noticeTopics,
  readNoticesInput,
  setPreferenceInput,
} from './rules/notice.ts';

const notification = named(
  'Notification',
  z.object({
    id: noted(z.int(), 'The id of the notification.', 91),
    kind: noted(z.string(), 'What happened, for programs.', 'orderConfirmed'),
    topic: noted(z.enum(noticeTopics), 'What it is about.', 'orders'),
    text: noted(z.string(), 'One sentence in your language.', 'Order 42 was accepted.'),
    detail: noted(
      z.nullable(z.string()),
      'The farm or buyer of an order, its goods and its total.',
      'Jacaranda Gardens · 40 kg Tomatoes · KES 2,400',
    ),
    href: noted(z.string(), 'The path of the screen with more.', '/orders/42'),
    isRead: noted(z.boolean(), 'Whether you have seen it.', false),
    createdAt: noted(moment, 'When it happened.', '2026-11-26T07:30:00.000Z'),
  }),
);
const unread = noted(z.int(), 'How many are unread, counted up to 100.', 3);

export const listNotices = operation({
  by: 'user',
  rest: 'GET /api/notifications',
  summary: 'List your notifications',
  input: listNoticesInput,
  answer: z.object({
    notifications: noted(z.array(notification), 'The newest first, and one for each order.'),
    unread,
    nextCursor,
  }),
});
export const countUnread = operation({ by: 'user' });
export const readNotices = operation({
  by: 'user',
  rest: 'POST /api/notifications/read',
  summary: 'Mark notifications as read',
  input: readNoticesInput,
  notes: { upTo: ['Everything up to this id is marked as read.', 91] },
  answer: z.object({ unread }),
});
export const getPreferences = operation({ by: 'user' });
export const setPreference = operation({ by: 'user', input: setPreferenceInput });

export const getPushKey = operation({
  by: 'user',
  rest: 'GET /api/push/key',
  summary: 'Get the key for push messages to a browser',
  answer: z.object({
    publicKey: noted(z.string(), 'The key with which a browser subscribes, base64url.', 'BNc…'),
  }),
});
export const listDevices = operation({ by: 'user' });

const endpoint = z.string(fieldError('fieldInvalid')).check(atMost(PUSH_ENDPOINT_MAX));

/** Both are base64url: an uncompressed point on curve P-256, and 16 bytes. */
const keys = z.object(
  {
    p256dh: z
      .string(fieldError('fieldInvalid'))
      .check(z.regex(/^B[\w-]{86}=?$/, fieldError('fieldInvalid'))),
    auth: z
      .string(fieldError('fieldInvalid'))
      .check(z.regex(/^[\w-]{22}(==)?$/, fieldError('fieldInvalid'))),
  },
  fieldError('fieldInvalid'),
);

const subscribeInput = z.object({ endpoint, keys });
export type Subscribe = z.infer<typeof subscribeInput>;

/** PostgreSQL cannot store or compare NUL. */
const unsubscribeInput = z.object({
  endpoint: endpoint.check(z.refine((text) => !text.includes('\0'), fieldError('fieldInvalid'))),
});

const removeDeviceInput = z.object({
  id: z
    .int(fieldError('fieldInvalid'))
    .check(z.gte(1, fieldError('fieldInvalid')), z.lte(ID_MAX, fieldError('fieldInvalid'))),
});

export const subscribeDevice = operation({
  by: 'user',
  rest: 'POST /api/push/subscriptions',
  summary: 'Send push messages to a browser',
  input: subscribeInput,
  notes: {
    endpoint: [
      'The address of the browser at its push service.',
      'https://fcm.googleapis.com/fcm/send/x',
    ],
    keys: ['As PushSubscription.toJSON() gives them.'],
    p256dh: ['The public key of the browser, base64url.', `B${'A'.repeat(86)}`],
    auth: ['The secret of the subscription, base64url.', 'A'.repeat(22)],
  },
  answer: z.object({}),
  errors: ['PUSH_ENDPOINT_REFUSED'],
});
export const unsubscribeDevice = operation({
  by: 'user',
  rest: 'DELETE /api/push/subscriptions',
  summary: 'Stop push messages to a browser',
  input: unsubscribeInput,
  answer: z.object({}),
});
export const removeDevice = operation({ by: 'user', input: removeDeviceInput });
