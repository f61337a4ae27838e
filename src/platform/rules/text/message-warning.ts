/*
 * The patterns are broad, because a false warning does little harm. They are matched against folded
 * words, so "P.I.N", "p-i-n" and "P I N" are the same. Letters that look like Latin ones are read
 * as those.
 */

import { fold, withPlainMarks } from './fold.ts';

/**
 * `paysOutside`: may ask for payment outside SokoShamba. `sharesCode`: contains or asks for a code,
 * or has a link, whose page may ask for one.
 */
export type MessageWarning = 'paysOutside' | 'sharesCode';

/** Greek, Cyrillic and small capitals; some look alike only as capitals. */
const LOOK_ALIKES = `αa βb εe ηh ιi κk μm νn οo ρp τt υy χx аa вb еe иn іi кk мm нh оo пn рp сc тt уy
  хx ѕs јj һh ԁd ᴀa ʙb ᴄc ᴅd ᴇe ɪi ᴋk ᴍm ɴn ᴏo ᴘp ꜱs ᴛt ᴜu ᴡw ıi`;
const latinOf = new Map(LOOK_ALIKES.split(/\s+/).map(([like = '', latin = '']) => [like, latin]));
const lettersOfDigits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' };

const inLatin = (typed: string) =>
  withPlainMarks(typed)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/(?<=\p{L})[!|](?=\p{L})/gu, 'i')
    .replace(/[^\0-\x7f]/gu, (letter) => latinOf.get(letter) ?? letter);

/** "p1n" is "pin". Numbers stay. */
const withoutDigits = (words: string) =>
  words.replace(/\S+/g, (word) =>
    /[a-z]/.test(word) ? word.replace(/\d/g, (digit) => lettersOfDigits[digit] ?? digit) : word,
  );

const spaced = (word: string) => [...word].join(' ?');
const secrets = 'code codes otp pln passcode simbo msimbo nenosiri password'.split(' ');
/** A pin on a map shows where to meet. */
const PIN = `(?<!(?:location|google|maps?) )${spaced('pin')}(?! (?:ya )?location)`;
const CODE_WORDS = `(?<![a-z])(?:${secrets.map(spaced).join('|')}|namba(?:ri)? (?:ya )?siri|${PIN})(?![a-z])`;
/** Also "482 913" and "4-8-2-9". */
const CODE = '(?<!\\d ?)(?:\\d{4,8}|\\d{3} \\d{3}|\\d(?: \\d){3,7})(?! ?\\d)';

const SHARES_CODE = [
  new RegExp(`${CODE_WORDS}\\D{0,25}${CODE}|${CODE}\\D{0,15}${CODE_WORDS}`),
  new RegExp(
    `\\b(?:send|give|tell|share|forward|text|what is|whats|tuma|nitumie|nipe|niambie|nipatie)\\b.{0,30}${CODE_WORDS}`,
  ),
];

const TOP_LEVELS = `com net org info biz co ke me ly io gl gd cc to app dev xyz site online link
  click top shop store live page tk ml ga cf gq ru cn uk us tz ug`.replace(/\s+/g, '|');
const LINK = new RegExp(
  `\\b(?:https?: ?//|www\\.)\\S|(?<![@\\w.-])(?:[a-z0-9-]+\\.)+(?:${TOP_LEVELS})/\\S`,
);
/** Where to meet. */
const MAP_LINK =
  /(?<![\w.-])(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl\/maps|(?:www\.)?google\.(?:com|co\.ke)\/maps|maps\.google\.com)(?![\w.-])\S*/g;

const MONEY =
  '(?:money|cash|deposit|payment|pesa|hela|fedha|malipo|doo|kes|ksh|bob|shilingi|\\d{2,})';
const SENDS = '(?:send|pay|transfer|deposit|tuma|nitumie|lipa|nilipe|unilipe|weka)';
const PHONE = '(?:254|0) ?[17]\\d{2} ?\\d{3} ?\\d{3}';

const PAYS_OUTSIDE = [
  /\b(?:pay|paying|payment|deal|lipa|kulipa|malipo|nilipe)\b.{0,40}\b(?:outside|directly|direct|off(?: the)? app|off ?platform|nje ya|moja kwa moja|kando)\b/,
  /\b(?:outside|nje ya)\b.{0,25}\b(?:soko ?shamba|the app|this app|platform|app)\b/,
  /\b(?:till|pay ?bill|buy goods|pochi(?: la biashara)?)\b.{0,20}\d{4,}/,
  new RegExp(`\\b${SENDS}\\b.{0,30}\\b${MONEY}\\b.{0,40}${PHONE}`),
  new RegExp(`\\b${SENDS}\\b.{0,40}${PHONE}`),
  /\b(?:western union|bank account|akaunti ya benki|bitcoin|usdt)\b/,
];

export function warningOf(typed: string): MessageWarning | null {
  const text = inLatin(typed);
  const words = fold(text);
  const isAny = (patterns: RegExp[], read: string) => patterns.some((one) => one.test(read));
  if (isAny(SHARES_CODE, words) || isAny(SHARES_CODE, withoutDigits(words))) return 'sharesCode';
  if (LINK.test(text.replace(MAP_LINK, ''))) return 'sharesCode';
  return isAny(PAYS_OUTSIDE, words) ? 'paysOutside' : null;
}
