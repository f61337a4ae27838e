import { type NoticeKind, smsImportance } from '#features/notifications/rules/notice.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/**
 * Asks a farmer whether products are still there. `product`: the name of one of them; `others`: how
 * many more. The SMS names the products by number, so it is written from the current list.
 */
export const stillThereNotice: NoticeKind<{ product: string; others: number }> = {
  name: 'stillThere',
  topic: 'orders',
  mail: 'unread',
  smsImportance: smsImportance.listing,
  isForMailless: true,
  text: (facts, options) =>
    facts.others > 0 ? m.noticeStillThereMany(facts, options) : m.noticeStillThere(facts, options),
};

export const STILL_THERE_SUBJECT = 'still there';
