import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/**
 * The SMS that counts the news over a day's cap, with the longest values. Its capitals are commands
 * of phones.
 */
export const summarySmsTexts = {
  moreOrders: { text: m.smsMoreOrders, longest: { count: 999 } },
  morePayouts: { text: m.smsMorePayouts, longest: { count: 999 } },
  moreMessages: { text: m.smsMoreMessages, longest: { count: 999 } },
  moreOfBuyer: { text: m.smsMoreOfBuyer, longest: { count: 999 } },
};

/** How many orders, payouts and conversations there are news of. */
type Counts = { orders: number; payouts: number; messages: number };
type Reader = { role: string; language: Language };

/** Null if there is nothing to tell. */
export function writeSummary(
  { orders, payouts, messages }: Counts,
  { role, language }: Reader,
): string | null {
  const { moreOrders, morePayouts, moreMessages, moreOfBuyer } = summarySmsTexts;
  const ofOrders = role === 'farmer' ? moreOrders : moreOfBuyer;
  const sentences = [
    orders > 0 ? ofOrders.text({ count: orders }, { locale: language }) : null,
    payouts > 0 ? morePayouts.text({ count: payouts }, { locale: language }) : null,
    messages > 0 ? moreMessages.text({ count: messages }, { locale: language }) : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}
