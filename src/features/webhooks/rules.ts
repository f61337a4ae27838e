import * as z from 'zod/mini';
import { givenPassword } from '#accounts/rules/account.ts';
import type { NoticeKind } from '#notifications/rules/notice.ts';
import { atMost, fieldError, line, rowId } from '#rules/fields.ts';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';
import { m } from '#text';

export const webhookEventTypes = [
  'order.placed',
  'order.changed',
  'product.stock',
  'lot.changed',
  'webhook.test',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** `waiting` until the receiver has accepted the event, or it is given up. */
export const webhookEventStates = ['waiting', 'delivered', 'failed'] as const;
export type WebhookEventState = (typeof webhookEventStates)[number];

/** `status`: the answer was not 2xx. `unreadable`: the server could not read the subject. */
export const deliveryProblems = [
  'status',
  'noAnswer',
  'redirect',
  'forbiddenAddress',
  'unreadable',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

const isAddress = (text: string) =>
  URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);

const WEBHOOK_URL_MAX = 500;

/** The server also refuses addresses without TLS or inside its own network. */
export const createWebhookInput = z.object({
  url: line('webhookUrlInvalid', 'webhookUrlInvalid').check(
    atMost(WEBHOOK_URL_MAX),
    z.refine(isAddress, fieldError('webhookUrlInvalid')),
  ),
  password: givenPassword,
});
export type CreateWebhook = z.infer<typeof createWebhookInput>;

export const rotateWebhookInput = z.object({ webhookId: rowId, password: givenPassword });
export type RotateWebhook = z.infer<typeof rotateWebhookInput>;

export const webhookIdInput = z.object({ webhookId: rowId });
export const webhookEventIdInput = z.object({ eventId: rowId });

/** `isPaused`: the receiver has accepted nothing since. */
export const webhookFailedNotice: NoticeKind<{ host: string; isPaused: boolean }> = {
  name: 'webhookFailed',
  topic: 'orders',
  mail: 'unread',
  text: ({ host, isPaused }, options) =>
    isPaused ? m.noticeWebhookPaused({ host }, options) : m.noticeWebhookFailed({ host }, options),
};

export const WEBHOOKS_MAX = 5;

export const DELIVERIES_SHOWN = 20;

/** The former secret still signs this long after a rotation. */
export const FORMER_SECRET_SECONDS = DAY_SECONDS;
export const RECEIVER_TIMEOUT_MILLISECONDS = 5000;

/** After failed attempts. The last pause repeats until FAILING_SECONDS are over. */
export const PAUSES_SECONDS = [
  5,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  10 * HOUR_SECONDS,
] as const;

/** An event is given up this long after its first failed attempt. */
export const FAILING_SECONDS = 3 * DAY_SECONDS;

/** Longer than two events of one subject can take, of which the second waits for the first. */
export const EVENTS_KEPT_SECONDS = 7 * DAY_SECONDS;

/** After that the numbers of a subject restart. */
export const SUBJECTS_KEPT_SECONDS = 365 * DAY_SECONDS;

/** Test events and repeated events of one user. */
export const ASKED_EVENTS_PER_MINUTE = 10;
