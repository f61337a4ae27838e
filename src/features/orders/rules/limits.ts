/**
 * Limits of orders, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// Products
/** Quantities have two decimals, so that 2.5 kg can be sold; this is the smallest order. */
export const QUANTITY_STEP = 0.01;

// Cart and orders. Source: docs/trade.md.
export const CART_LINES_MAX = 100;
export const NOTE_MAX = 500;
/** How many days after today a buyer may wish an order for. */
export const WISHED_DAYS_AHEAD = 7;
export const REASON_MAX = 300;
export const REVIEW_TEXT_MAX = 500;
/** What a buyer may show of the goods in a dispute, and how much the farmer may answer, once. */
export const PHOTOS_PER_DISPUTE = 3;
export const DISPUTE_ANSWER_MAX = 500;
/** A link to a photo of a dispute works for this long at least, and for twice as long at most. */
export const DISPUTE_PHOTO_LINK_SECONDS = 12 * HOUR_SECONDS;
/** A farmer answers within a day, or the order expires and its stock is free again. */
export const PENDING_ORDER_SECONDS = DAY_SECONDS;
/** A confirmed M-Pesa order that is not paid is cancelled after this. */
export const UNPAID_ORDER_SECONDS = DAY_SECONDS;
/** After this without dispatch a buyer may have the money back. */
export const LATE_DISPATCH_SECONDS = 2 * DAY_SECONDS;
/**
 * How long after dispatch, or after the promised day, an order without a word from its buyer is
 * completed.
 */
export const AUTO_COMPLETE_SECONDS = 2 * DAY_SECONDS;
/** How long before that the buyer is reminded. */
export const COMPLETION_REMINDER_SECONDS = [DAY_SECONDS, 6 * HOUR_SECONDS] as const;
/**
 * An order that was completed by time alone is paid out after this, and may be disputed until then.
 */
export const DISPUTE_AFTER_CLOCK_SECONDS = DAY_SECONDS;
/** How long after dispatch the farmer of a cash order may report that it was not collected. */
export const NOT_COLLECTED_SECONDS = DAY_SECONDS;
/**
 * How long the buyer may object to that. No money waits for it, so there is time to read a mail.
 */
export const DISPUTE_AFTER_NOT_COLLECTED_SECONDS = 7 * DAY_SECONDS;
/** A dispatched cash order that neither side reports on is cancelled after this. */
export const CASH_ORDER_SECONDS = 14 * DAY_SECONDS;
/** How long before that both sides are reminded. */
export const CANCELLATION_REMINDER_SECONDS = [7 * DAY_SECONDS, DAY_SECONDS] as const;
export const HANDOVER_CODE_LENGTH = 4;
export const HANDOVER_TRIES_MAX = 5;
/**
 * The share of a buyer's pending orders that one farm may have: 5 of 20 in a day that it has not
 * accepted.
 */
export const PENDING_ORDERS_OF_ONE_FARM = 1 / 4;
/**
 * A buyer of whom nothing is proven may have three of 20 orders pending, and their stock is
 * reserved for an hour.
 */
export const PENDING_ORDERS_OF_UNPROVEN = 3 / 20;
export const UNPROVEN_RESERVATION_SECONDS = HOUR_SECONDS;
/**
 * How much of a product's stock one such buyer may have reserved, and all of them together. What a
 * household or a kiosk orders is never too much: goods for this many shillings, and one unit.
 */
export const STOCK_SHARE_OF_UNPROVEN = 1 / 4;
export const STOCK_SHARE_OF_ALL_UNPROVEN = 1 / 2;
export const RESERVED_BY_UNPROVEN_MIN_KES = 2500;
/**
 * How long after an order's end its buyer and farmer still see each other's phone number and place.
 */
export const CONTACT_SHOWN_SECONDS = 30 * DAY_SECONDS;
export const ORDERS_PAGE_SIZE = 20;
/** A farm's orders that are under way, as the phone lists them. */
export const ORDERS_UNDER_WAY_MAX = 100;
export const RECENT_ORDERS = 5;
export const REVIEWS_PAGE_SIZE = 5;
/**
 * Farmers see how other farmers rate a buyer from so many ratings on: fewer would reveal who gave
 * them.
 */
export const BUYER_RATINGS_SHOWN_FROM = 3;
/** How often orders are checked for expiry. */
export const ORDER_CLOCK_SECONDS = 30;
/**
 * Steps and changes of the cart that one person may send with a key: each key is a row for seven
 * days.
 */
export const KEYED_CHANGES_PER_HOUR = 600;
/**
 * Checkouts of unproven buyers in an hour: from one client address or IPv6 /64, and from one of the
 * wider networks around it.
 */
export const UNPROVEN_CHECKOUTS_PER_ADDRESS = 60;
export const UNPROVEN_CHECKOUTS_PER_NETWORK = 240;

// Conversations. Source: docs/trade.md.
/**
 * How long the stock of an accepted price offer is held for a buyer who knows that it was accepted.
 */
export const OFFER_HELD_SECONDS = 2 * HOUR_SECONDS;
/** How many accepted offers a buyer may have in the cart. */
export const HELD_OFFERS_MAX = 20;

// Payments
/**
 * M-Pesa pays out nothing smaller, so an M-Pesa order is that large; what is left of smaller ones
 * is sent together.
 */
export const PAYOUT_MIN_KES = 10;
/** Different numbers that may be asked to pay: for one order, and by one buyer in a day. */
export const PHONES_PER_ORDER = 3;
export const PHONES_PER_BUYER_AND_DAY = 5;
export const PHONES_WINDOW_SECONDS = DAY_SECONDS;
/** M-Pesa refuses the same amount to the same phone within this time. */
export const SAME_AMOUNT_SECONDS = 2 * MINUTE_SECONDS;
/**
 * A phone that has another request open is asked again after this: by then that request has ended.
 */
export const PHONE_BUSY_SECONDS = MINUTE_SECONDS;
/**
 * How often an order's phone is asked again by itself, within this time, when M-Pesa puts it off.
 */
export const PUSHES_AGAIN_MAX = 3;
export const PUSHES_AGAIN_WINDOW_SECONDS = 15 * MINUTE_SECONDS;
/** After this a phone no longer answers a push. */
export const PUSH_ANSWER_SECONDS = 60;
/** By then Daraja's own deadline for a push whose answer was lost has certainly passed. */
export const PUSH_DEADLINE_SECONDS = 30;
/**
 * A push whose outcome cannot be learned is given up after this; money that arrives later is still
 * booked.
 */
export const UNKNOWN_PUSH_SECONDS = HOUR_SECONDS;
/** A payout without a result for this long is shown to the operator. */
export const UNKNOWN_PAYOUT_SECONDS = DAY_SECONDS;
/** M-Pesa is asked about a payout without a result less and less often, but at least this often. */
export const PAYOUT_ASK_MAX_SECONDS = HOUR_SECONDS;
/** How long a callback is retried until M-Pesa has confirmed or denied it. */
export const CALLBACK_VALIDITY_SECONDS = 3 * DAY_SECONDS;
export const PAYMENTS_PAGE_SIZE = 50;
/** Rows of a monthly statement; its sums include all. */
export const STATEMENT_ROWS_MAX = 5000;
/** Pushes to one phone number by everybody to whom it does not belong, and by its owner. */
export const PUSHES_PER_HOUR = 10;
/**
 * Pushes to one phone number by all together who have it in their profile and have never paid from
 * it.
 */
export const PUSHES_PER_HOUR_OF_CLAIMANTS = 30;
/** M-Pesa's callbacks are one or two kilobytes. */
export const CALLBACK_MAX_BYTES = 32 * 1024;
/**
 * How long the raw callback, with the number that paid, is kept (as the privacy notice says);
 * longer while its payment is not settled.
 */
export const CALLBACK_KEPT_SECONDS = 90 * DAY_SECONDS;

// The operator's command
/** More rows than a person works through at once; the list says how many it leaves out. */
export const OPERATOR_LIST_MAX = 100;
