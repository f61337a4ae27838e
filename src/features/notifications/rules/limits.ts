/** The source is the product specification (§5, §9) unless a comment says otherwise. */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/limits.ts';

/** Hours in Nairobi. Urgent notices are sent at night too. */
export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 6;
export const UNREAD_MAIL_SECONDS = 15 * MINUTE_SECONDS;
export const NOTICES_PAGE_SIZE = 20;
export const UNREAD_SHOWN_MAX = 100;
export const PUSH_DEVICES_MAX = 10;
export const PUSH_VALIDITY_SECONDS = DAY_SECONDS;
/** Push services accept 4,096 encrypted bytes. */
export const PUSH_PAYLOAD_MAX_BYTES = 3000;
export const NOTICE_KEPT_SECONDS = 90 * DAY_SECONDS;
/** Some services don't report browsers that are gone. */
export const PUSH_RENEWAL_SECONDS = 60 * DAY_SECONDS;

/** The cost of one part in Kenya. */
export const SMS_PART_COST_CENTS = 80;
/** For messages. */
export const SMS_NOTICE_SECONDS = 12 * HOUR_SECONDS;
/** For money and orders; their mails expire likewise. */
export const SMS_NEWS_SECONDS = 3 * DAY_SECONDS;
/** News over the day's cap is collected for this long, then sent as one SMS. */
export const SMS_SUMMARY_SECONDS = HOUR_SECONDS;
export const SMS_DOWN_SECONDS = 30;
/** How long to wait for the delivery report of an unanswered call. */
export const SMS_UNSURE_SECONDS = 5 * MINUTE_SECONDS;
/** When an SMS left by version 1.0.0 is overdue. */
export const SMS_STRAY_SECONDS = 5 * MINUTE_SECONDS;
export const SMS_WINDOW_SECONDS = DAY_SECONDS;
export const SMS_CALLBACK_MAX_BYTES = 32 * 1024;
export const SMS_KEPT_SECONDS = 90 * DAY_SECONDS;
export const SMS_ANSWER_SECONDS = HOUR_SECONDS;
export const USSD_RESUMED_SECONDS = 10 * MINUTE_SECONDS;
