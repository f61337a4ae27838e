import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { smsCallbacks, ussdCallback } from './api/rest.ts';
import { handleSms, smsReceived } from './receive-sms.ts';

export const phones = {
  paths: { '/api/sms': smsCallbacks, '/api/ussd': ussdCallback },
  outbox: [handledBy(smsReceived, handleSms)],
} satisfies Feature<never, never>;
