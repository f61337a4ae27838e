import * as z from 'zod/mini';
import { noticeTopics } from '#features/notifications/rules/notice.ts';
import { listNoticesInput, readNoticesInput } from '#features/notifications/rules/notice-input.ts';
import { moment, named, nextCursor } from '#platform/contract/answers.ts';
import { subscribeInput, unsubscribeInput } from '#platform/rules/push.ts';
import type { ApiDescription } from '#platform/server/openapi/api-description.ts';

const notification = named(
  'Notification',
  z.object({
    id: z.int(),
    kind: z.string(),
    topic: z.enum(noticeTopics),
    text: z.string(),
    href: z.string(),
    isRead: z.boolean(),
    createdAt: moment,
  }),
);

export const notificationApi: ApiDescription = {
  title: 'Notifications',
  fields: {
    id: ['The id of the notification.', 91],
    kind: ['What happened, for programs.', 'orderConfirmed'],
    topic: ['What it is about.', 'orders'],
    text: ['One sentence in your language.', 'Order 42 was accepted.'],
    href: ['The path of the screen with more.', '/orders/42'],
    isRead: ['Whether you have seen it.', false],
    createdAt: ['When it happened.', '2026-11-26T07:30:00.000Z'],
    notifications: ['The newest first.'],
    unread: ['How many are unread, counted up to 100.', 3],
    upTo: ['Everything up to this id is marked as read.', 91],
    publicKey: ['The key with which a browser subscribes, base64url.', 'BNc…'],
    endpoint: [
      'The address of the browser at its push service.',
      'https://fcm.googleapis.com/fcm/send/x',
    ],
    keys: ['As PushSubscription.toJSON() gives them.'],
    p256dh: ['The public key of the browser, base64url.', `B${'A'.repeat(86)}`],
    auth: ['The secret of the subscription, base64url.', 'A'.repeat(22)],
  },
  paths: {
    'GET /api/notifications': {
      summary: 'List your notifications',
      by: 'user',
      input: listNoticesInput,
      answer: z.object({ notifications: z.array(notification), unread: z.int(), nextCursor }),
    },
    'POST /api/notifications/read': {
      summary: 'Mark notifications as read',
      by: 'user',
      input: readNoticesInput,
      answer: z.object({ unread: z.int() }),
    },
    'GET /api/push/key': {
      summary: 'Get the key for push messages to a browser',
      by: 'user',
      answer: z.object({ publicKey: z.string() }),
    },
    'POST /api/push/subscriptions': {
      summary: 'Send push messages to a browser',
      by: 'user',
      input: subscribeInput,
      errors: ['PUSH_ENDPOINT_REFUSED'],
    },
    'DELETE /api/push/subscriptions': {
      summary: 'Stop push messages to a browser',
      by: 'user',
      input: unsubscribeInput,
    },
  },
};
