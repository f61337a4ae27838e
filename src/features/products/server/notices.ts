import { type NoticeKind, smsImportance } from '#features/notifications/rules/notice.ts';
import type { SmsCall } from '#features/notifications/server/notify.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { fitParts } from '#platform/rules/text/sms-words.ts';
import { lineOf, numberProducts } from './numbered-products.ts';

/** The products that a farmer is asked about in one SMS. */
export const SMS_ASKED_MAX = 60;

/**
 * Asks a farmer whether products are still there. `product`: the name of one of them; `others`: how
 * many more. The SMS names them by the numbers of a new list, so that STOCK answers, and is not
 * sent if all were answered in the meantime.
 */
export const stillThereNotice: NoticeKind<{ product: string; others: number }, SmsCall> = {
  name: 'stillThere',
  topic: 'orders',
  mail: 'unread',
  smsImportance: smsImportance.listing,
  isForMailless: true,
  text: (facts, options) =>
    facts.others > 0 ? m.noticeStillThereMany(facts, options) : m.noticeStillThere(facts, options),
  async sms(_, on) {
    const asked = (await numberProducts(on)).filter(({ isAsked }) => isAsked);
    const [first] = asked;
    if (!first) return null;
    const lines = asked.map((product) => lineOf(product, on));
    const { text: list } = fitParts(lines, { joint: ', ', characters: SMS_ASKED_MAX });
    const { number, quantity } = first;
    return m.smsStillThere({ list, number, quantity: String(quantity) }, on);
  },
};

export const STILL_THERE_SUBJECT = 'still there';
