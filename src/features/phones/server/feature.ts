import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { phoneApi } from './api/description.ts';
import { smsCallbacks, ussdCallback } from './api/rest.ts';
import { pinMissingNotice, startPinReminders } from './ask-for-pins.ts';
import { handleSms, smsReceived } from './receive-sms.ts';

export const phones = {
  paths: { '/api/sms': smsCallbacks, '/api/ussd': ussdCallback },
  api: phoneApi,
  notices: [pinMissingNotice],
  outbox: [handledBy(smsReceived, handleSms)],
  start: (db: Database, services: Parameters<typeof startPinReminders>[1]) => [
    startPinReminders(db, services),
  ],
} satisfies Feature<never, never>;
