import type { OutboxHandlers } from '#features/notifications/server/handle-messages.ts';
import type { Database } from '#platform/server/db/database.ts';
import { handleSms } from './receive-sms.ts';

type PhoneMessagesNeeds = Parameters<typeof handleSms>[2];

/** Handles the feature's outbox messages. */
export const phoneMessages = (db: Database, services: PhoneMessagesNeeds) =>
  ({
    smsReceived: (payload, { isRetry }) => handleSms(db, { ...payload, isRetry }, services),
  }) satisfies Partial<OutboxHandlers>;
