/**
 * Limits of notifications, each with its unit. Sources: the product specification (§5, §9) unless
 * said otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// Mails
/** How long a notice is worth sending. */
export const NOTICE_VALIDITY_SECONDS = 3 * DAY_SECONDS;

// Notifications
/** No notification and no mail about unread messages in between, in Nairobi. */
export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 6;
/** What is not read within this is mailed, once. */
export const UNREAD_MAIL_SECONDS = 15 * MINUTE_SECONDS;
export const NOTICES_PAGE_SIZE = 20;
/** Unread notices are counted up to this; the bell then says "99+". */
export const UNREAD_SHOWN_MAX = 100;
export const PUSH_DEVICES_MAX = 10;
/** After this, a notification that could not be delivered is not worth delivering. */
export const PUSH_VALIDITY_SECONDS = DAY_SECONDS;
/** Push services take 4,096 bytes, encrypted. */
export const PUSH_PAYLOAD_MAX_BYTES = 3000;
export const NOTICE_KEPT_SECONDS = 90 * DAY_SECONDS;
/**
 * Some services say nothing about browsers that are gone, but a browser that is there renews its
 * subscription.
 */
export const PUSH_RENEWAL_SECONDS = 60 * DAY_SECONDS;

// SMS and USSD
/** What all SMS of a day may cost, and what a part of one costs in Kenya. */
export const SMS_BUDGET_KES_PER_DAY = 4000;
export const SMS_PART_COST_CENTS = 80;
/** After this nobody needs the SMS about an event, or the answer to a word, any more. */
export const SMS_NOTICE_SECONDS = 12 * HOUR_SECONDS;
/** While the service takes nothing, all wait for so long, and then go in their order. */
export const SMS_DOWN_SECONDS = 30;
/** When the answer to a call was lost, a report of delivery is waited for so long. */
export const SMS_UNSURE_SECONDS = 5 * MINUTE_SECONDS;
/** For how long SMS are counted towards their budget. */
export const SMS_WINDOW_SECONDS = DAY_SECONDS;
/** What the service sends us is short. */
export const SMS_CALLBACK_MAX_BYTES = 32 * 1024;
/** How long sent and received SMS are kept. */
export const SMS_KEPT_SECONDS = 90 * DAY_SECONDS;
/** An incoming SMS is handled within this time or not at all. */
export const SMS_ANSWER_SECONDS = HOUR_SECONDS;
/**
 * A USSD session that broke off goes on when the phone dials again within this time; then it is
 * deleted.
 */
export const USSD_RESUMED_SECONDS = 10 * MINUTE_SECONDS;
