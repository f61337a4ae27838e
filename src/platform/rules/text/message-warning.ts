/* The patterns are broad, because a false warning does no harm. */

import { withPlainMarks } from './fold.ts';

/**
 * `paysOutside`: may ask for payment outside SokoShamba. `sharesCode`: contains or asks for a code.
 */
export type MessageWarning = 'paysOutside' | 'sharesCode';

const CODE_WORDS =
  '(?:codes?|otp|pin|pass\\s?code|m?simbo|namba (?:ya )?siri|nambari ya siri|nenosiri|password)';

const SHOWS_CODE = new RegExp(
  `\\b${CODE_WORDS}\\b\\D{0,25}(?<!\\d)\\d{4,8}(?!\\d)|(?<!\\d)\\d{4,8}(?!\\d)\\D{0,15}\\b${CODE_WORDS}\\b`,
  'iu',
);
const ASKS_FOR_CODE = new RegExp(
  `\\b(?:send|give|tell|share|forward|text|what is|what's|tuma|nitumie|nipe|niambie|nipatie)\\b.{0,30}\\b${CODE_WORDS}\\b`,
  'iu',
);

const MONEY =
  '(?:money|cash|deposit|payment|pesa|hela|fedha|malipo|doo|kes|ksh|bob|shilingi|\\d{2,})';
const SENDS = '(?:send|pay|transfer|deposit|tuma|nitumie|lipa|nilipe|unilipe|weka)';
const PHONE = '(?:\\+?254|0)[\\s-]?[17]\\d{2}[\\s-]?\\d{3}[\\s-]?\\d{3}';

const PAYS_OUTSIDE = [
  /\b(?:pay|paying|payment|deal|lipa|kulipa|malipo|nilipe)\b.{0,40}\b(?:outside|directly|direct|off(?: the)? app|off-?platform|nje ya|moja kwa moja|kando)\b/iu,
  /\b(?:outside|nje ya)\b.{0,25}\b(?:soko\s?shamba|the app|this app|platform|app)\b/iu,
  /\b(?:till|pay\s?bill|buy goods|pochi(?: la biashara)?)\b.{0,20}\d{4,}/iu,
  new RegExp(`\\b${SENDS}\\b.{0,30}\\b${MONEY}\\b.{0,40}${PHONE}`, 'iu'),
  new RegExp(`\\b${SENDS}\\b.{0,40}${PHONE}`, 'iu'),
  /\b(?:western union|bank account|akaunti ya benki|bitcoin|usdt)\b/iu,
];

export function warningOf(typed: string): MessageWarning | null {
  const text = withPlainMarks(typed).normalize('NFKC');
  if (SHOWS_CODE.test(text) || ASKS_FOR_CODE.test(text)) return 'sharesCode';
  return PAYS_OUTSIDE.some((pattern) => pattern.test(text)) ? 'paysOutside' : null;
}
