/**
 * Limits of notifications, with units in their names or comments. The source is the product
 * specification (§5, §9) unless a comment says otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// Notifications
/**
 * Between these hours in Nairobi, users get no notifications and no mails about unread notices,
 * except urgent ones.
 */
export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 6;
/** A notice that is unread for this long is mailed, once. */
export const UNREAD_MAIL_SECONDS = 15 * MINUTE_SECONDS;
export const NOTICES_PAGE_SIZE = 20;
/** Unread notices are counted up to this number. The bell then shows "99+". */
export const UNREAD_SHOWN_MAX = 100;
export const PUSH_DEVICES_MAX = 10;
/** A notification that cannot be delivered expires after this time. */
export const PUSH_VALIDITY_SECONDS = DAY_SECONDS;
/** Push services accept 4,096 encrypted bytes. */
export const PUSH_PAYLOAD_MAX_BYTES = 3000;
export const NOTICE_KEPT_SECONDS = 90 * DAY_SECONDS;
/**
 * Some services don't report browsers that are gone, but an existing browser renews its
 * subscription.
 */
export const PUSH_RENEWAL_SECONDS = 60 * DAY_SECONDS;

// SMS and USSD
/** The cost of one part of an SMS in Kenya. */
export const SMS_PART_COST_CENTS = 80;
/** The SMS about a message expires after this time. */
export const SMS_NOTICE_SECONDS = 12 * HOUR_SECONDS;
/** The SMS about money or an order expires after this time, like the mail about it. */
export const SMS_NEWS_SECONDS = 3 * DAY_SECONDS;
/** News over the day's cap is collected for this long, and then told in one SMS. */
export const SMS_SUMMARY_SECONDS = HOUR_SECONDS;
/** While the service accepts nothing, all SMS wait this long and are then sent in their order. */
export const SMS_DOWN_SECONDS = 30;
/** If the answer to a call is lost, the delivery report is awaited this long. */
export const SMS_UNSURE_SECONDS = 5 * MINUTE_SECONDS;
/** A queued SMS that an older version left is sent by this one if it is overdue by this much. */
export const SMS_STRAY_SECONDS = 5 * MINUTE_SECONDS;
/** The period of the SMS budgets. */
export const SMS_WINDOW_SECONDS = DAY_SECONDS;
/** The service's callbacks are short. */
export const SMS_CALLBACK_MAX_BYTES = 32 * 1024;
/** How long sent and received SMS are kept. */
export const SMS_KEPT_SECONDS = 90 * DAY_SECONDS;
/** An incoming SMS is handled within this time or not at all. */
export const SMS_ANSWER_SECONDS = HOUR_SECONDS;
/** An interrupted USSD session can be resumed within this time. Then it is deleted. */
export const USSD_RESUMED_SECONDS = 10 * MINUTE_SECONDS;
