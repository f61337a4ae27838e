/* Words that SMS and USSD share, each cut to the length for which the texts have room. */

import { m } from '#text';
import { dayInNairobi, daysAfter } from '../day.ts';
import { withPlainMarks } from './fold.ts';

type InLanguage = { locale: Language };

/** A name is cut to this length. */
export const SMS_NAME_MAX = 20;

/** The number for help is cut to this length. */
const SMS_PHONE_MAX = 20;

export const shortName = (name: string) => wordsToGsm7(name, SMS_NAME_MAX);

/** The USSD code to dial; empty without one, and for users for whom the menu has nothing. */
type Dialled = { ussdCode: string };

/** The number of support; empty without one. */
type Phone = { phone: string };

/** "dial *384*77#" */
export const dial = ({ ussdCode }: Dialled, options: InLanguage) =>
  ussdCode === '' ? m.smsOpenMenu({}, options) : m.smsDial({ code: ussdCode }, options);

/** The end of a sentence for which the menu is another way. */
export const orDial = ({ ussdCode }: Dialled, options: InLanguage) =>
  ussdCode === '' ? '' : m.smsOrDial({ code: ussdCode }, options);

/** One sentence with the advice to act at once. */
export const callNow = ({ phone }: Phone, options: InLanguage) =>
  phone === '' ? m.smsTellNow({}, options) : m.smsCallNow({ phone: short(phone) }, options);

/** The end of a sentence that asks to do something on SokoShamba. */
export const orCall = ({ phone }: Phone, options: InLanguage) =>
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
export function momentText(moment: Date, reader: InLanguage & { now: Date }) {
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

/*
 * 3GPP TS 23.038: an SMS has 160 characters of the GSM 7-bit alphabet. With any other character the
 * whole text is sent as UCS-2, of which 70 characters fit. Each part of a longer text has a header.
 */

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Each takes two characters. */
const EXTENDED = '\f^{}\\[~]|€';

export const SMS_CHARACTERS = 160;
const SMS_CHARACTERS_OF_PART = 153;
const UCS2_CHARACTERS = 70;
const UCS2_CHARACTERS_OF_PART = 67;

type SmsMeasure = { isGsm7: boolean; characters: number; parts: number };

/** GSM-7 characters, or UTF-16 units if the text has any other character. */
export function measureSms(text: string): SmsMeasure {
  const characters = [...text].map((character) => widthOf(character));
  const isGsm7 = characters.every((width) => width > 0);
  const length = isGsm7 ? characters.reduce((sum, width) => sum + width, 0) : text.length;
  const [whole, part] = isGsm7
    ? [SMS_CHARACTERS, SMS_CHARACTERS_OF_PART]
    : [UCS2_CHARACTERS, UCS2_CHARACTERS_OF_PART];
  return { isGsm7, characters: length, parts: length <= whole ? 1 : Math.ceil(length / part) };
}

function widthOf(character: string): number {
  if (BASIC.includes(character)) return 1;
  return EXTENDED.includes(character) ? 2 : 0;
}

const QUOTES = /[“”„‟«»]/gu;

/** A letter with its marks, or an emoji with its colour, is one. */
const seen = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Removes accents and invisible characters; replaces each other unknown character with "?". */
export function toGsm7(text: string) {
  return Array.from(seen.segment(text), ({ segment }) => inBasic(segment))
    .join('')
    .replaceAll(/\s+/gu, ' ');
}

function inBasic(character: string) {
  const isBasic = (letters: string) => [...letters].every((letter) => BASIC.includes(letter));
  const composed = withPlainMarks(character).normalize('NFC');
  if (isBasic(composed)) return composed;
  const bare = composed
    .replaceAll('×', 'x')
    .replaceAll(QUOTES, '"')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  return bare !== '' && isBasic(bare) ? bare : '?';
}

/** A cut text ends in two full stops. */
export function cutToGsm7(text: string, characters: number) {
  const plain = toGsm7(text);
  return plain.length <= characters ? plain : `${plain.slice(0, Math.max(0, characters - 2))}..`;
}

/** Typed words within our sentence may not bring a full stop of their own. */
export const wordsToGsm7 = (text: string, characters: number) =>
  cutToGsm7(text.replace(/[\s.]+$/u, ''), characters);
