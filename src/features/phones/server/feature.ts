import { handledBy } from '#features/notifications/server/handle-messages.ts';
import type { Feature } from '#platform/server/feature.ts';
import { smsCallbacks, ussdCallback } from './api/rest.ts';
import { handleSms, smsReceived } from './receive-sms.ts';

export const phones: Feature<unknown> = {
  paths: { '/api/sms': smsCallbacks, '/api/ussd': ussdCallback },
};

export const phoneMessages = [handledBy(smsReceived, handleSms)];
