/*
 * 3GPP TS 23.038: an SMS has 160 characters of the GSM 7-bit alphabet. With any other character the
 * whole text is sent as UCS-2, of which 70 characters fit. Each part of a longer text has a header.
 */

import { withPlainMarks } from './fold.ts';

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each takes two characters. */
const EXTENDED = '\f^{}\\[~]|€';

export const SMS_CHARACTERS = 160;
const SMS_CHARACTERS_OF_PART = 153;
const UCS2_CHARACTERS = 70;
const UCS2_CHARACTERS_OF_PART = 67;

export type SmsMeasure = { isGsm7: boolean; characters: number; parts: number };

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
export function toGsm7(text: string): string {
  return Array.from(seen.segment(text), ({ segment }) => inBasic(segment))
    .join('')
    .replaceAll(/\s+/gu, ' ');
}

function inBasic(character: string): string {
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
export function cutToGsm7(text: string, characters: number): string {
  const plain = toGsm7(text);
  return plain.length <= characters ? plain : `${plain.slice(0, Math.max(0, characters - 2))}..`;
}

/** Typed words within our sentence may not bring a full stop of their own. */
export const wordsToGsm7 = (text: string, characters: number): string =>
  cutToGsm7(text.replace(/[\s.]+$/u, ''), characters);
