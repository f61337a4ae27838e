import * as z from 'zod/mini';
import { givenPassword } from '#accounts/rules/account.ts';
import { fieldError, line, rowId } from '#platform/rules/fields.ts';
import { WEBHOOK_URL_MAX } from '#webhooks/rules/limits.ts';

export const webhookEventTypes = [
  'order.placed',
  'order.changed',
  'product.stock',
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

/** The server also refuses addresses without TLS or inside its own network. */
export const createWebhookInput = z.object({
  url: line('webhookUrlInvalid', 'webhookUrlInvalid').check(
    z.maxLength(WEBHOOK_URL_MAX, fieldError('fieldTooLong')),
    z.refine(isAddress, fieldError('webhookUrlInvalid')),
  ),
  password: givenPassword,
});
export type CreateWebhook = z.infer<typeof createWebhookInput>;

export const rotateWebhookInput = z.object({ webhookId: rowId, password: givenPassword });
export type RotateWebhook = z.infer<typeof rotateWebhookInput>;

export const webhookIdInput = z.object({ webhookId: rowId });
export const webhookEventIdInput = z.object({ eventId: rowId });
