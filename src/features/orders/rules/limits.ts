import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';

export const QUANTITY_STEP = 0.01;

// Source: docs/trade.md.
export const CART_LINES_MAX = 100;
export const NOTE_MAX = 500;
export const REASON_MAX = 300;
export const REVIEW_TEXT_MAX = 500;
export const PHOTOS_PER_DISPUTE = 3;
export const DISPUTE_ANSWER_MAX = 500;
/** The link stays valid for at most twice as long. */
export const DISPUTE_PHOTO_LINK_SECONDS = 12 * HOUR_SECONDS;
/** The mailed link opens the order without a login. */
export const PAYMENT_LINK_SECONDS = 2 * DAY_SECONDS;
/** Each payment costs a fee, so small differences to the buyer are collected. */
export const DIFFERENCES_COLLECTED_SECONDS = 2 * HOUR_SECONDS;
export const WEIGHING_PERCENT = 10;
export const WEIGHINGS_MAX = 20;
export const HANDOVER_CODE_LENGTH = 4;
export const PENDING_ORDERS_SHARE_OF_UNPROVEN = 3 / 20;
export const UNPROVEN_RESERVATION_SECONDS = HOUR_SECONDS;
/**
 * The shares of a product's stock that a buyer's pending orders may hold (unproven-buyers.ts).
 * Goods for RESERVED_BY_NEW_MIN_KES, and one unit, are always allowed.
 */
export const STOCK_SHARE_OF_UNPROVEN = 1 / 4;
export const STOCK_SHARE_OF_ALL_UNPROVEN = 1 / 2;
export const STOCK_SHARES_BY_COMPLETED_ORDERS: readonly number[] = [1 / 2, 3 / 4];
export const RESERVED_BY_NEW_MIN_KES = 2500;
/**
 * Nobody can check cash, so completed cash orders count only from this many farms, and from
 * RESERVED_BY_NEW_MIN_KES together.
 */
export const CASH_HISTORY_FARMS = 2;
export const HISTORY_ORDERS_MAX = 100;
/** Afterwards buyer and farmer no longer see each other's phone number and place. */
export const CONTACT_SHOWN_SECONDS = 30 * DAY_SECONDS;
export const ORDERS_PAGE_SIZE = 20;
export const ORDERS_UNDER_WAY_MAX = 100;
export const RECENT_ORDERS = 5;
export const REVIEWS_PAGE_SIZE = 5;
/** Fewer ratings would reveal who gave them. */
export const BUYER_RATINGS_SHOWN_FROM = 3;
export const ORDER_CLOCK_SECONDS = 30;
/** Per hour, from one client address or IPv6 /64, and from the wider network around it. */
export const UNPROVEN_CHECKOUTS_PER_ADDRESS = 60;
export const UNPROVEN_CHECKOUTS_PER_NETWORK = 240;

// Source: docs/trade.md.
export const OFFER_HELD_SECONDS = 2 * HOUR_SECONDS;
export const HELD_OFFERS_MAX = 20;

/** M-Pesa's smallest payout, and therefore the minimum of an M-Pesa order. */
export const PAYOUT_MIN_KES = 10;
export const PHONES_PER_ORDER = 3;
export const PHONES_PER_BUYER_AND_DAY = 5;
export const PHONES_WINDOW_SECONDS = DAY_SECONDS;
/** M-Pesa refuses the same amount to the same phone within this time. */
export const SAME_AMOUNT_SECONDS = 2 * MINUTE_SECONDS;
/** A phone with another open request is asked again after this time. */
export const PHONE_BUSY_SECONDS = MINUTE_SECONDS;
export const PUSHES_AGAIN_MAX = 3;
export const PUSHES_AGAIN_WINDOW_SECONDS = 15 * MINUTE_SECONDS;
/** They are settled in one transaction. */
export const ORDERS_PER_PUSH = 20;
export const PUSH_ANSWER_SECONDS = 60;
/** Daraja's own deadline has passed by then. */
export const PUSH_DEADLINE_SECONDS = 30;
/** The time in which a push may ring the phone and hold up a completion. */
export const PUSH_RINGS_SECONDS = PUSH_DEADLINE_SECONDS + PUSH_ANSWER_SECONDS;
/** Money that arrives later is still booked. */
export const UNKNOWN_PUSH_SECONDS = HOUR_SECONDS;
/** The operator then sees the payout. */
export const UNKNOWN_PAYOUT_SECONDS = DAY_SECONDS;
/** The interval between questions to M-Pesa grows up to this. */
export const PAYOUT_ASK_MAX_SECONDS = HOUR_SECONDS;
export const CALLBACK_VALIDITY_SECONDS = 3 * DAY_SECONDS;
/** To one phone number: by its owner, and by everyone else together. */
export const PUSHES_PER_HOUR = 10;
/** For all accounts together that have the number in their profile but have never paid from it. */
export const PUSHES_PER_HOUR_OF_CLAIMANTS = 30;
/** M-Pesa's callbacks are one or two kilobytes. */
export const CALLBACK_MAX_BYTES = 32 * 1024;
/** As the privacy notice says. */
export const CALLBACK_KEPT_SECONDS = 90 * DAY_SECONDS;

/** More rows than a person works through at once. */
export const OPERATOR_LIST_MAX = 100;

/** For a page whose stream was closed in favour of another one. */
export const STREAM_POLL_SECONDS = MINUTE_SECONDS;

/** Cash orders that count as sales and ratings (docs/trade.md). */
export const CASH_SALES_OF_BUYER_PER_MONTH = 4;
export const CASH_SALES_OF_FARM_PER_MONTH = 30;
/** From buyers without any proof of identity, ever. An account costs only a mailbox. */
export const UNPROVEN_CASH_SALES_OF_FARM = 3;
