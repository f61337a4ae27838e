import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type Dialled, orDial, USSD_CODE } from '#platform/rules/text/dialled.ts';

type InLanguage = { locale: Language };

/**
 * The SMS that counts the news over a day's cap, with the longest values. Its capitals are commands
 * of phones.
 */
export const summarySmsTexts = {
  moreOrders: { text: m.smsMoreOrders, longest: { count: 999 } },
  morePayouts: { text: m.smsMorePayouts, longest: { count: 999 } },
  moreMessages: {
    text: ({ count, ...dialled }: Dialled & { count: number }, options: InLanguage) =>
      m.smsMoreMessages({ count, orDial: orDial(dialled, options) }, options),
    longest: { count: 999, ussdCode: USSD_CODE },
  },
  moreOfBuyer: { text: m.smsMoreOfBuyer, longest: { count: 999 } },
};

/** How many orders, payouts and conversations there are news of. */
type Counts = { orders: number; payouts: number; messages: number };
type Reader = Dialled & { role: string; language: Language };

/** Null if there is nothing to tell. */
export function writeSummary(
  { orders, payouts, messages }: Counts,
  { role, language, ussdCode }: Reader,
): string | null {
  const { moreOrders, morePayouts, moreMessages, moreOfBuyer } = summarySmsTexts;
  const ofOrders = role === 'farmer' ? moreOrders : moreOfBuyer;
  const sentences = [
    orders > 0 ? ofOrders.text({ count: orders }, { locale: language }) : null,
    payouts > 0 ? morePayouts.text({ count: payouts }, { locale: language }) : null,
    messages > 0 ? moreMessages.text({ count: messages, ussdCode }, { locale: language }) : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}
