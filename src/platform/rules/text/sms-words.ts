/* Words that SMS and USSD share, each cut to the length for which the texts have room. */

import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { amountInFigures } from '#platform/rules/money.ts';
import { m } from '#text';
import { cutToGsm7, wordsToGsm7 } from './gsm7.ts';

type InLanguage = { locale: Language };

/** A name is cut to this length. */
export const SMS_NAME_MAX = 20;
/** The number for help is cut to this length. */
export const SMS_PHONE_MAX = 20;

export const shortName = (name: string) => wordsToGsm7(name, SMS_NAME_MAX);

/** An amount in KES, without ".00": "2,400". */
export const shortAmount = (kes: number): string => amountInFigures(kes).replace(/\.00$/, '');

/** The USSD code to dial; empty without one, and for users for whom the menu has nothing. */
type Dialled = { ussdCode: string };
/** The number of support; empty without one. */
type Phone = { phone: string };

/** "dial *384*77#" */
export const dial = ({ ussdCode }: Dialled, options: InLanguage): string =>
  ussdCode === '' ? m.smsOpenMenu({}, options) : m.smsDial({ code: ussdCode }, options);

/** The end of a sentence for which the menu is another way. */
export const orDial = ({ ussdCode }: Dialled, options: InLanguage): string =>
  ussdCode === '' ? '' : m.smsOrDial({ code: ussdCode }, options);

/** One sentence with the advice to act at once. */
export const callNow = ({ phone }: Phone, options: InLanguage): string =>
  phone === '' ? m.smsTellNow({}, options) : m.smsCallNow({ phone: short(phone) }, options);

/** The end of a sentence that asks to do something on SokoShamba. */
export const orCall = ({ phone }: Phone, options: InLanguage): string =>
  phone === '' ? '' : m.smsOrCall({ phone: short(phone) }, options);

const short = (phone: string) => cutToGsm7(phone, SMS_PHONE_MAX);

/** Joins as many parts as fit, and counts the rest. */
export function fitParts(
  parts: readonly string[],
  { joint, characters }: { joint: string; characters: number },
) {
  let text = '';
  let count = 0;
  for (const part of parts) {
    const longer = count === 0 ? part : `${text}${joint}${part}`;
    if (longer.length > characters) break;
    text = longer;
    count += 1;
  }
  return { text, count, left: parts.length - count };
}

/** "17:10 today", "kesho 17:10", "4/3 17:10", in Nairobi. */
export function momentText(moment: Date, reader: InLanguage & { now: Date }): string {
  const time = new Intl.DateTimeFormat('en-KE', {
    timeZone: 'Africa/Nairobi',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(moment);
  const [day, today] = [dayInNairobi(moment), dayInNairobi(reader.now)];
  if (day === today) return m.todayAt({ time }, reader);
  if (day === daysAfter(today, 1)) return m.tomorrowAt({ time }, reader);
  const [, month, date] = day.split('-').map(Number);
  return `${date}/${month} ${time}`;
}
