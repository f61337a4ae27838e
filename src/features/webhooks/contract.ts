/* Only a session manages webhooks, never an API key. */

import { operation } from '#platform/contract.ts';
import {
  createWebhookInput,
  rotateWebhookInput,
  webhookEventIdInput,
  webhookIdInput,
} from './rules.ts';

const ofWebhook = { by: 'user', input: webhookIdInput } as const;

export const listWebhooks = operation({ by: 'user' });
export const listDeliveries = operation(ofWebhook);
export const createWebhook = operation({ by: 'user', input: createWebhookInput });
export const rotateWebhook = operation({ by: 'user', input: rotateWebhookInput });
export const testWebhook = operation(ofWebhook);
export const pauseWebhook = operation(ofWebhook);
export const resumeWebhook = operation(ofWebhook);
export const removeWebhook = operation(ofWebhook);
export const sendAgain = operation({ by: 'user', input: webhookEventIdInput });
