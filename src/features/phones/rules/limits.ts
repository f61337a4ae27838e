/**
 * Limits of phones, with units in their names or comments. The source is the product specification
 * (§5, §9) unless a comment says otherwise.
 */

import { DAY_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// SMS and USSD
/** How long a command waits for its PIN or confirmation. */
export const WAITING_WORD_SECONDS = 10 * MINUTE_SECONDS;
/**
 * A USSD screen must be answered within two seconds. A step that takes longer than this runs on in
 * the background.
 */
export const USSD_ANSWER_MILLISECONDS = 1500;
/** The characters of GSM 7-bit that networks show on one USSD screen. */
export const USSD_CHARACTERS = 182;
/**
 * A farmer without a PIN is asked for one after this silence, a month before it would be needed.
 */
export const PIN_ASKED_SECONDS = 60 * DAY_SECONDS;
/** How many farmers are asked at once, each hour. */
export const PINS_ASKED_PER_ROUND = 10;
/** The goods of an order are cut to this length. */
export const SMS_GOODS_MAX = 34;
/**
 * The least room for an order's facts in an SMS about it: its goods and amount. With usual numbers
 * there is more, for where and when.
 */
export const SMS_FACTS_MIN = 60;
/** Answers per number and hour: in total, and to the same text if it is no command. */
export const SMS_ANSWERS_PER_HOUR = 20;
export const SMS_REPEATED_PER_HOUR = 1;
/** The same answer to a price offer in this time is one SMS that the service sent twice. */
export const SMS_REPLAYED_SECONDS = 5 * MINUTE_SECONDS;
