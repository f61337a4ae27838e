/* The notice that asks a farmer without another channel to choose a PIN. */

import { type NoticeKind, noticeSms, smsImportance } from '#features/notifications/rules/notice.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dial } from '#platform/rules/text/dialled.ts';

export const pinMissingNotice: NoticeKind<Record<never, never>> = {
  name: 'pinMissing',
  topic: 'orders',
  mail: 'unread',
  smsImportance: smsImportance.order,
  isForMailless: true,
  text: (_, options) => m.noticePinMissing({}, options),
  sms: noticeSms((_, options) => m.smsPinMissing({ dial: dial(options, options) }, options), {}),
};
