/** The source is the product specification (§5, §9) unless a comment says otherwise. */
import { DAY_SECONDS, MINUTE_SECONDS } from '#platform/rules/limits.ts';

export const WAITING_WORD_SECONDS = 10 * MINUTE_SECONDS;
/** USSD must answer within two seconds. */
export const USSD_ANSWER_MILLISECONDS = 1500;
/** In GSM 7-bit. */
export const USSD_CHARACTERS = 182;
export const PIN_ASKED_SECONDS = 60 * DAY_SECONDS;
export const PINS_ASKED_PER_ROUND = 10;
/** In characters. */
export const SMS_ORDERS_MAX = 140;
export const SMS_STOCK_MAX = 111;
export const SMS_LONG_LIST_MAX = 101;
export const SMS_WHICH_MAX = 80;
export const SMS_WAYS_MAX = 100;
export const SMS_LINES_MAX = 60;
/** Answers per number: in total, and to the same text if it is no command. */
export const SMS_ANSWERS_PER_HOUR = 20;
export const SMS_REPEATED_PER_HOUR = 1;
/** Within this time, the same answer to a price offer is an SMS that the service sent twice. */
export const SMS_REPLAYED_SECONDS = 5 * MINUTE_SECONDS;
