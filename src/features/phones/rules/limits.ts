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
/** The longest lists: of orders, of products, and of any list that is continued in another SMS. */
export const SMS_ORDERS_MAX = 140;
export const SMS_STOCK_MAX = 111;
export const SMS_LONG_LIST_MAX = 101;
/** The numbers of the orders that a command without a number can mean. */
export const SMS_WHICH_MAX = 80;
/** The commands that an unclear text may mean. */
export const SMS_WAYS_MAX = 100;
/** The lines of an order that is accepted in part. */
export const SMS_LINES_MAX = 60;
/** Answers per number and hour: in total, and to the same text if it is no command. */
export const SMS_ANSWERS_PER_HOUR = 20;
export const SMS_REPEATED_PER_HOUR = 1;
/** The same answer to a price offer in this time is one SMS that the service sent twice. */
export const SMS_REPLAYED_SECONDS = 5 * MINUTE_SECONDS;
