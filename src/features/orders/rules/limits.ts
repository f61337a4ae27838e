/**
 * Limits of orders, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

/** Quantities have two decimals, so that 2.5 kg can be sold; this is the smallest order. */
export const QUANTITY_STEP = 0.01;

// Source: docs/trade.md.
export const CART_LINES_MAX = 100;
export const NOTE_MAX = 500;
/** The number of days after today from which a buyer may choose a preferred day. */
export const WISHED_DAYS_AHEAD = 7;
export const REASON_MAX = 300;
export const REVIEW_TEXT_MAX = 500;
/** How many photos a buyer may add to a dispute, and the length of the farmer's single answer. */
export const PHOTOS_PER_DISPUTE = 3;
export const DISPUTE_ANSWER_MAX = 500;
/**
 * A link to a photo of a dispute is valid for at least this long, and for at most twice as long.
 */
export const DISPUTE_PHOTO_LINK_SECONDS = 12 * HOUR_SECONDS;
/** How long the link in the mail that asks for a payment opens the order without a login. */
export const PAYMENT_LINK_SECONDS = 2 * DAY_SECONDS;
/** For how long after the announced week a pre-order with a deposit waits for its harvest. */
export const HARVEST_WAIT_SECONDS = 7 * DAY_SECONDS;
/** If the farmer does not answer in this time, the order expires and its stock is released. */
export const PENDING_ORDER_SECONDS = DAY_SECONDS;
/** A confirmed M-Pesa order that is unpaid for this long is cancelled. */
export const UNPAID_ORDER_SECONDS = DAY_SECONDS;
/** If an order is not dispatched in this time after payment, the buyer may get the money back. */
export const LATE_DISPATCH_SECONDS = 2 * DAY_SECONDS;
/**
 * After the farmer has lowered a quantity, the buyer may cancel for this long without a reason,
 * also an order that is paid.
 */
export const CANCEL_AFTER_CHANGE_SECONDS = 2 * HOUR_SECONDS;
/**
 * Differences that go back to the buyer of an order that is not dispatched are collected for this
 * long, because each payment costs a fee.
 */
export const DIFFERENCES_COLLECTED_SECONDS = 2 * HOUR_SECONDS;
/** How far a weight at the handover may be from what was agreed, and how often one is entered. */
export const WEIGHING_PERCENT = 10;
export const WEIGHINGS_MAX = 20;
/**
 * An order is completed automatically this long after its dispatch, or after the promised day,
 * unless the buyer reports something.
 */
export const AUTO_COMPLETE_SECONDS = 2 * DAY_SECONDS;
/** The buyer is reminded this long before the automatic completion. */
export const COMPLETION_REMINDER_SECONDS = [DAY_SECONDS, 6 * HOUR_SECONDS] as const;
/**
 * The buyer may report a problem for this long after an order was completed. One that was completed
 * automatically is paid out only then.
 */
export const DISPUTE_AFTER_COMPLETION_SECONDS = DAY_SECONDS;
/** The farmer of a cash order may report "not collected" this long after dispatch. */
export const NOT_COLLECTED_SECONDS = DAY_SECONDS;
/**
 * The buyer may object to "not collected" for this long. No payout depends on it, so there is time
 * to read a mail.
 */
export const DISPUTE_AFTER_NOT_COLLECTED_SECONDS = 7 * DAY_SECONDS;
/** A dispatched cash order is cancelled if neither side reports on it for this long. */
export const CASH_ORDER_SECONDS = 14 * DAY_SECONDS;
/** Both sides are reminded this long before the automatic cancellation. */
export const CANCELLATION_REMINDER_SECONDS = [7 * DAY_SECONDS, DAY_SECONDS] as const;
export const HANDOVER_CODE_LENGTH = 4;
export const HANDOVER_TRIES_MAX = 5;
/**
 * The share of a buyer's pending orders that one farm may have: 5 of 20, counting orders of one day
 * that the farm has not accepted.
 */
export const PENDING_ORDERS_OF_ONE_FARM = 1 / 4;
/**
 * An unproven buyer may have three of 20 pending orders, and their stock is reserved for an hour.
 */
export const PENDING_ORDERS_OF_UNPROVEN = 3 / 20;
export const UNPROVEN_RESERVATION_SECONDS = HOUR_SECONDS;
/**
 * The shares of a product's stock that one unproven buyer, all of them together, and a proven buyer
 * with 0 or 1 completed orders may reserve (stock-share.ts). A household's or kiosk's usual order
 * is always allowed: goods for RESERVED_BY_NEW_MIN_KES, and at least one unit.
 */
export const STOCK_SHARE_OF_UNPROVEN = 1 / 4;
export const STOCK_SHARE_OF_ALL_UNPROVEN = 1 / 2;
export const STOCK_SHARES_BY_COMPLETED_ORDERS: readonly number[] = [1 / 2, 3 / 4];
export const RESERVED_BY_NEW_MIN_KES = 2500;
/**
 * Nobody can check cash, so completed cash orders count for a share only if they are of this many
 * farms, and of RESERVED_BY_NEW_MIN_KES together. Only a buyer's newest orders are read.
 */
export const CASH_HISTORY_FARMS = 2;
export const HISTORY_ORDERS_MAX = 100;
/**
 * How long after an order's end its buyer and farmer still see each other's phone number and place.
 */
export const CONTACT_SHOWN_SECONDS = 30 * DAY_SECONDS;
export const ORDERS_PAGE_SIZE = 20;
/** Upper bound of a farm's active orders in the phone's list. */
export const ORDERS_UNDER_WAY_MAX = 100;
export const RECENT_ORDERS = 5;
export const REVIEWS_PAGE_SIZE = 5;
/**
 * Farmers see other farmers' rating of a buyer from this number of ratings on. Fewer would reveal
 * who gave them.
 */
export const BUYER_RATINGS_SHOWN_FROM = 3;
/** How often the clock checks orders. */
export const ORDER_CLOCK_SECONDS = 30;
/**
 * Checkouts of unproven buyers per hour: from one client address or IPv6 /64, and from one of the
 * wider networks around it.
 */
export const UNPROVEN_CHECKOUTS_PER_ADDRESS = 60;
export const UNPROVEN_CHECKOUTS_PER_NETWORK = 240;

// Source: docs/trade.md.
/** How long the stock of an accepted price offer is held once the buyer has seen the acceptance. */
export const OFFER_HELD_SECONDS = 2 * HOUR_SECONDS;
/** Upper bound of accepted offers in a buyer's cart. */
export const HELD_OFFERS_MAX = 20;

/**
 * M-Pesa's smallest payout, and therefore the minimum for an M-Pesa order. Smaller remainders are
 * paid out together.
 */
export const PAYOUT_MIN_KES = 10;
/**
 * How many different numbers may be asked to pay: for one order, and by one buyer in
 * PHONES_WINDOW_SECONDS.
 */
export const PHONES_PER_ORDER = 3;
export const PHONES_PER_BUYER_AND_DAY = 5;
export const PHONES_WINDOW_SECONDS = DAY_SECONDS;
/** M-Pesa refuses the same amount to the same phone within this time. */
export const SAME_AMOUNT_SECONDS = 2 * MINUTE_SECONDS;
/**
 * A phone with another open request is asked again after this time, when that request has ended.
 */
export const PHONE_BUSY_SECONDS = MINUTE_SECONDS;
/**
 * How often an order's phone is asked again automatically, within this window, when M-Pesa defers
 * the push.
 */
export const PUSHES_AGAIN_MAX = 3;
export const PUSHES_AGAIN_WINDOW_SECONDS = 15 * MINUTE_SECONDS;
/** After this time a phone no longer answers a push. */
export const PUSH_ANSWER_SECONDS = 60;
/** After this time Daraja's own deadline has certainly passed for a push without a response. */
export const PUSH_DEADLINE_SECONDS = 30;
/** For this long after its request a push may ring the phone, and hold up a completion. */
export const PUSH_RINGS_SECONDS = PUSH_DEADLINE_SECONDS + PUSH_ANSWER_SECONDS;
/**
 * A push whose result stays unknown is given up after this time. Money that arrives later is still
 * booked.
 */
export const UNKNOWN_PUSH_SECONDS = HOUR_SECONDS;
/** A payout without a result for this long is shown to the operator. */
export const UNKNOWN_PAYOUT_SECONDS = DAY_SECONDS;
/** The interval between questions to M-Pesa about a payout without a result grows up to this. */
export const PAYOUT_ASK_MAX_SECONDS = HOUR_SECONDS;
/** How long a callback is retried until M-Pesa has confirmed or denied it. */
export const CALLBACK_VALIDITY_SECONDS = 3 * DAY_SECONDS;
/** How many days the farmer's chart of money received covers, with today. */
export const EARNINGS_DAYS = 30;
export const PAYMENTS_PAGE_SIZE = 50;
/** Upper bound of rows in a monthly statement; its sums include all payments. */
export const STATEMENT_ROWS_MAX = 5000;
/** Pushes per hour to one phone number: by its owner, and by everyone else together. */
export const PUSHES_PER_HOUR = 10;
/**
 * Pushes per hour to one phone number by all accounts together that have it in their profile but
 * have never paid from it.
 */
export const PUSHES_PER_HOUR_OF_CLAIMANTS = 30;
/** M-Pesa's callbacks are one or two kilobytes. */
export const CALLBACK_MAX_BYTES = 32 * 1024;
/**
 * How long the raw callback, with the paying number, is kept (as the privacy notice says), or until
 * its payment is settled.
 */
export const CALLBACK_KEPT_SECONDS = 90 * DAY_SECONDS;

/** More rows than a person works through at once; the list says how many it leaves out. */
export const OPERATOR_LIST_MAX = 100;

// Event streams to open pages
export const STREAM_MAX_SECONDS = 15 * MINUTE_SECONDS;
/** Open pages per session. Pages in the background have no stream. */
export const STREAMS_PER_SESSION = 5;
/**
 * Streams per process. Hundreds of phones may share an address. A wide network is an IPv4 /24 or an
 * IPv6 /56 or /48. A stream takes about 0.12 MB.
 */
export const STREAMS_PER_ADDRESS = 250;
export const STREAMS_PER_WIDE_NETWORK = 500;
export const STREAMS_MAX = 1000;
/** The polling interval of a page whose stream was closed in favour of another one. */
export const STREAM_POLL_SECONDS = MINUTE_SECONDS;
