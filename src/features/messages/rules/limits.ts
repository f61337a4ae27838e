/**
 * Limits of messages, with units in their names or comments. The source is the product
 * specification (§5, §9) unless a comment says otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// Conversations. Source: docs/trade.md.
export const MESSAGE_MAX = 1000;
/**
 * How many conversations a buyer may start per day in Nairobi, and how many messages a user may
 * send per minute.
 */
export const CONVERSATIONS_PER_DAY = 20;
export const MESSAGES_PER_MINUTE = 30;
export const MESSAGES_WINDOW_SECONDS = MINUTE_SECONDS;
export const PHOTOS_PER_MESSAGE = 3;
/**
 * All photos and voice notes of one user per day in Nairobi: about 300 photos, or hours of speech.
 */
export const MESSAGE_MEDIA_PER_DAY_BYTES = 150 * 1024 * 1024;
/** A link to a photo or voice note of a report is valid for between one and two times this long. */
export const MESSAGE_MEDIA_LINK_SECONDS = 12 * HOUR_SECONDS;
export const CONVERSATIONS_PAGE_SIZE = 20;
export const MESSAGES_PAGE_SIZE = 50;
/** Unread messages are counted up to this number. */
export const UNREAD_MAX = 100;
export const CONVERSATION_SEARCH_MAX = 100;
export const SEARCH_WORDS_MAX = 8;
/** Reports of one user per day, because the operator reads each of them. */
export const REPORTS_PER_DAY = 20;
export const REPORTS_WINDOW_SECONDS = DAY_SECONDS;
/** A price offer is open until the end of a day in Nairobi: today, or so many days later. */
export const OFFER_DAYS_MAX = 3;
export const OFFER_DAYS_DEFAULT = 1;
/**
 * How long the stock of an accepted price offer is reserved for a buyer who has not yet seen the
 * farmer's acceptance.
 */
export const OFFER_HELD_UNSEEN_SECONDS = 12 * HOUR_SECONDS;
/** How many overdue offers expire per round. */
export const OFFERS_PER_ROUND = 500;
/** How many messages around each report the operator sees. */
export const REPORTED_MESSAGES = 5;
/** A minute at 130 kbit/s; phones record at a quarter of that. */
export const VOICE_NOTE_MAX_BYTES = 1024 * 1024;
