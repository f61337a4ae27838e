/**
 * Limits that the platform needs itself, each with its unit. Sources: the product specification
 * (§5, §9) unless said otherwise. Each feature has its own.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// One-time codes
export const OTP_VALIDITY_SECONDS = 600;
/** Sign-ups, and mails to emails without a verified account, are counted for this long. */
export const NEWCOMER_WINDOW_SECONDS = HOUR_SECONDS;
/**
 * A challenge to somebody without an account: some 130,000 hashes, one to three seconds of a phone,
 * and the time to answer it.
 */
export const PROOF_OF_WORK_BITS = 17;
export const PROOF_OF_WORK_SECONDS = 10 * MINUTE_SECONDS;

// Sessions
export const REMEMBERED_SESSION_SECONDS = 30 * DAY_SECONDS;

// Farms and places
/** How far the pin may be from the GPS fix. */
export const PROXIMITY_RADIUS_METRES = 500;
/** Beyond this an adjustment is called 'acceptable' rather than exact. */
export const ADJUSTMENT_NOTICE_METRES = 50;
/** Anything worse is the network's guess rather than a position. */
export const ACCURACY_MAX_METRES = 100_000;
export const KENYA_BOUNDS = { south: -5, north: 5, west: 34, east: 42 } as const;

// Timings on the screen
export const SLIDE_INTERVAL_MILLISECONDS = 5000;
export const LOGOUT_REDIRECT_MILLISECONDS = 1000;
export const SESSION_EXPIRED_REDIRECT_MILLISECONDS = 2000;
export const TOAST_MILLISECONDS = 4000;

// Requests
export const BODY_MAX_BYTES = 1024 * 1024;
export const RPC_BATCH_MAX = 10;
/**
 * What one client address may ask of each server process in a second, in plain queries; several
 * hundred phones may share one address.
 */
export const READS_PER_SECOND_DEFAULT = 300;
/**
 * What dearer questions cost, in plain queries (2 to 3 ms of the processor): a page that is
 * rendered, a price's picture, a line of a cart.
 */
export const READ_COST = { page: 30, picture: 100, cartLine: 0.2 } as const;
/**
 * What pages and pictures that a server process draws may cost in a second, for all clients: 30
 * pages, or 9 pictures.
 */
export const DRAWN_COST_PER_SECOND = 900;
/**
 * How much of one client address's work runs at the same time: lists and products that an index
 * answers directly, ...
 */
export const QUICK_READS_PER_CLIENT = 12;
/** ... searches, ... */
export const SEARCHES_PER_CLIENT = 2;
/** ... lookups of places, ... */
export const LOOKUPS_PER_CLIENT = 2;
/** ... and the counts of filters. */
export const COUNTS_PER_CLIENT = 1;
/**
 * How many more of its queries wait for those, and for how long. With the database's own deadlines
 * that is under five seconds.
 */
export const READS_WAITING_PER_CLIENT = 300;
export const READ_WAIT_MILLISECONDS = 1500;
/** Counts are optional, so they wait no longer than this. */
export const COUNT_WAIT_MILLISECONDS = 300;
/**
 * Work for Node's pool of four threads (server/heavy-work.ts): how much runs at once at most, how
 * much waits, of one client and in all, and how long.
 */
export const HEAVY_WORK_AT_ONCE_MAX = 3;
export const HEAVY_WORK_WAITING_PER_CLIENT = 40;
export const HEAVY_WORK_WAITING = 200;
export const HEAVY_WORK_WAIT_MILLISECONDS = 3000;
/**
 * Calls about accounts that each server process answers at the same time, in all and for one client
 * address. More wait as long as reads do.
 */
export const ACCOUNT_CALLS_AT_ONCE = 12;
export const ACCOUNT_CALLS_PER_CLIENT = 3;
/** An answer that gets no place by then is sent uncompressed. */
export const COMPRESSION_WAIT_MILLISECONDS = 100;
/**
 * How many queries over the limit wait for the end of their second before they are refused; any
 * more are refused at once.
 */
export const READS_PAUSED_MAX = 1000;
/** The largest id that a column can hold. */
export const ID_MAX = 2_147_483_647;
/** Our cursors are far shorter; longer ones are refused unread. */
export const CURSOR_MAX = 200;

// Notifications
/** Longer than any push service's. */
export const PUSH_ENDPOINT_MAX = 1000;

// Money
/** The most that any price, fee or order may be. */
export const MONEY_MAX_KES = 10_000_000;

// Products
export const PHOTOS_PER_PRODUCT = 5;
/** How much memory cached answers about the catalogue may take. */
export const HOT_ANSWERS_MAX_BYTES = 32 * 1024 * 1024;
/** A count that takes longer is left out. */
export const FACET_QUERY_MAX_MILLISECONDS = 400;
/** A replica of the database that is further behind is not read. */
export const REPLICA_BEHIND_MAX_SECONDS = 5;
/** The most rows of a list that one request may ask for. */
export const LIST_LIMIT_MAX = 200;

// Photos
export const PHOTO_FILE_MAX_BYTES = 12 * 1024 * 1024;
/** All files of one upload together; its fields are small. */
export const UPLOAD_MAX_BYTES = PHOTOS_PER_PRODUCT * PHOTO_FILE_MAX_BYTES;
/** An upload that sends nothing for this long is given up. */
export const UPLOAD_STALL_SECONDS = 30;
/**
 * The photo folder's disk keeps so much free for the database and the logs, which may be on the
 * same one.
 */
export const DISK_KEPT_FREE_BYTES = 256 * 1024 * 1024;
/**
 * Parts are stored in pieces of this size, so that a slow sender takes no more memory and a cut
 * loses no more.
 */
export const UPLOAD_PIECE_BYTES = 64 * 1024;
/**
 * When something was done, by its phone: this much later than now is a clock that was measured
 * badly, and so much earlier was kept too long.
 */
export const TAKEN_AT_FUTURE_SECONDS = 2 * MINUTE_SECONDS;
export const TAKEN_AT_PAST_SECONDS = 7 * DAY_SECONDS;

// Cart and orders. Source: docs/trade.md.
/** Stars, at most. */
export const RATING_MAX = 5;
export const IDEMPOTENCY_KEY_SECONDS = 7 * DAY_SECONDS;
export const MAX_PENDING_ORDERS_DEFAULT = 20;
/**
 * Of a farm's cash orders, how many of one buyer and of all buyers count as sales and ratings in a
 * calendar month.
 */
export const CASH_SALES_OF_BUYER_PER_MONTH = 4;
export const CASH_SALES_OF_FARM_PER_MONTH = 30;

// Conversations. Source: docs/trade.md.
export const VOICE_NOTE_MAX_SECONDS = 60;

// Payments
export const MPESA_SWEEP_SECONDS_DEFAULT = 60;
/** M-Pesa's own limit of one transaction. */
export const MPESA_MAX_KES_DEFAULT = 250_000;

// Streams of changes, to pages that are open
export const STREAM_MAX_SECONDS = 15 * MINUTE_SECONDS;
export const STREAM_PING_SECONDS = 15;
/** Pages that one session looks at at the same time; those in the background have no stream. */
export const STREAMS_PER_SESSION = 5;
/**
 * In one process. Hundreds of phones share an address; a wide network is an IPv4 /24 or an IPv6 /56
 * or /48. A stream takes about 0.12 MB.
 */
export const STREAMS_PER_ADDRESS = 250;
export const STREAMS_PER_WIDE_NETWORK = 500;
export const STREAMS_MAX = 1000;
/** A page whose stream was ended for another one asks this often instead. */
export const STREAM_POLL_SECONDS = MINUTE_SECONDS;

// Stopping
/**
 * Twice a proxy's interval between two health checks: it sees that this process is stopping before
 * the listener closes.
 */
export const STOP_DELAY_SECONDS_DEFAULT = 2;
export const STOP_DELAY_SECONDS_MAX = 60;
