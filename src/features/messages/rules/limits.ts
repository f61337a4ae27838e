/** Source: the product specification (§5, §9) unless said otherwise. */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/limits.ts';

// Conversations (docs/trade.md)
export const MESSAGE_MAX = 1000;
/** A buyer's new conversations per day in Nairobi, and a user's messages per minute. */
export const CONVERSATIONS_PER_DAY = 20;
export const MESSAGES_PER_MINUTE = 30;
export const MESSAGES_WINDOW_SECONDS = MINUTE_SECONDS;
export const PHOTOS_PER_MESSAGE = 3;
/** Per user and day in Nairobi: about 300 photos, or hours of speech. */
export const MESSAGE_MEDIA_PER_DAY_BYTES = 150 * 1024 * 1024;
/** A link in a report is valid for between one and two times this long. */
export const MESSAGE_MEDIA_LINK_SECONDS = 12 * HOUR_SECONDS;
export const CONVERSATIONS_PAGE_SIZE = 20;
export const MESSAGES_PAGE_SIZE = 50;
export const UNREAD_MAX = 100;
export const CONVERSATION_SEARCH_MAX = 100;
export const SEARCH_WORDS_MAX = 8;
/** Per user and day, because the operator reads each report. */
export const REPORTS_PER_DAY = 20;
export const REPORTS_WINDOW_SECONDS = DAY_SECONDS;
/** Until the end of today in Nairobi, or of so many days later. */
export const OFFER_DAYS_MAX = 3;
export const OFFER_DAYS_DEFAULT = 1;
/** For an accepted offer whose buyer has not yet seen the acceptance. */
export const OFFER_HELD_UNSEEN_SECONDS = 12 * HOUR_SECONDS;
export const OFFERS_PER_ROUND = 500;
export const REPORTED_MESSAGES = 5;
/** A minute at 130 kbit/s; phones record at a quarter of that. */
export const VOICE_NOTE_MAX_BYTES = 1024 * 1024;
