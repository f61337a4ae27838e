import type { Database } from '#server/database.ts';
import type { Feature } from '#server/feature.ts';
import { handledBy } from '#server/outbox.ts';
import { smsCallbacks, ussdCallback } from './phone-callbacks.ts';
import { handleSms, smsReceived } from './receive-sms.ts';
import { pinMissingNotice, startPinReminders } from './remind-of-pin.ts';

export const phones = {
  paths: { '/api/sms': smsCallbacks, '/api/ussd': ussdCallback },
  /** With our secret in them. */
  api: {
    title: 'SMS and USSD',
    fields: {},
    paths: {},
    partnerPaths: [
      'POST /api/sms/incoming/:secret',
      'POST /api/sms/report/:secret',
      'POST /api/ussd/:secret',
    ],
  },
  notices: [pinMissingNotice],
  outbox: [handledBy(smsReceived, handleSms)],
  start: (db: Database, services: Parameters<typeof startPinReminders>[1]) => [
    startPinReminders(db, services),
  ],
} satisfies Feature;
