export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

export const OTP_VALIDITY_SECONDS = 600;
/** For sign-ups, and mails to addresses without a verified account. */
export const NEWCOMER_WINDOW_SECONDS = 60 * MINUTE_SECONDS;

export const REMEMBERED_SESSION_SECONDS = 30 * DAY_SECONDS;

/** A less accurate position is only the network's guess. */
export const ACCURACY_MAX_METRES = 100_000;
export const KENYA_BOUNDS = { south: -5, north: 5, west: 34, east: 42 } as const;

export const SLIDE_INTERVAL_MILLISECONDS = 5000;
export const LOGOUT_REDIRECT_MILLISECONDS = 1000;
export const SESSION_EXPIRED_REDIRECT_MILLISECONDS = 2000;
export const TOAST_MILLISECONDS = 4000;

export const BODY_MAX_BYTES = 1024 * 1024;
export const RPC_BATCH_MAX = 10;
/**
 * Calls on each server process (platform/server/context.ts). Together with the database's
 * own timeouts, a call takes less than five seconds.
 */
export const CALLS_AT_ONCE = 16;
export const CALLS_PER_CLIENT = 4;
export const CALLS_WAITING = 2000;
export const CALL_WAIT_MILLISECONDS = 1500;
export const CALL_WAIT_WEIGHT = 1 / 4;
/** After this time the browser renders a page, because the server has no slot for it. */
export const PAGE_WAIT_MILLISECONDS = 400;
/** Callers' tokens that a process remembers, so that it queues each under its person. */
export const CALLERS_REMEMBERED = 10_000;
export const HEAVY_WORK_AT_ONCE_MAX = 3;
export const HEAVY_WORK_WAITING_PER_CLIENT = 40;
export const HEAVY_WORK_WAITING = 200;
export const HEAVY_WORK_WAIT_MILLISECONDS = 3000;
/** Responses that wait longer for compression are sent uncompressed. */
export const COMPRESSION_WAIT_MILLISECONDS = 100;
export const ID_MAX = 2_147_483_647;
/** Ours are far shorter. Longer ones are refused without decoding. */
export const CURSOR_MAX = 200;

/** No push service uses longer ones. */
export const PUSH_ENDPOINT_MAX = 1000;

/** For any price, fee or order. */
export const MONEY_MAX_KES = 10_000_000;

export const PHOTOS_PER_PRODUCT = 5;
/** Memory limit for cached catalogue answers. */
export const STORED_ANSWERS_MAX_BYTES = 32 * 1024 * 1024;
/** A count that takes longer is left out of the answer. */
export const FACET_QUERY_MAX_MILLISECONDS = 400;
export const LIST_LIMIT_MAX = 200;

export const PHOTO_FILE_MAX_BYTES = 12 * 1024 * 1024;
/** All files of one upload; its fields are small. */
export const UPLOAD_MAX_BYTES = PHOTOS_PER_PRODUCT * PHOTO_FILE_MAX_BYTES;
/** An upload that sends nothing for this long is aborted. */
export const UPLOAD_STALL_SECONDS = 30;
/** The database and the logs may share the disk. */
export const DISK_KEPT_FREE_BYTES = 256 * 1024 * 1024;
/** Bounds the memory of a slow upload, and the loss when its connection breaks. */
export const UPLOAD_PIECE_BYTES = 64 * 1024;
/**
 * A time that a phone reports outside of these limits means a wrong clock, or is older than a
 * pending change can be.
 */
export const TAKEN_AT_FUTURE_SECONDS = 2 * MINUTE_SECONDS;
export const TAKEN_AT_PAST_SECONDS = 7 * DAY_SECONDS;

// Source: docs/trade.md.
export const RATING_MAX = 5;
export const IDEMPOTENCY_KEY_SECONDS = 7 * DAY_SECONDS;
export const MAX_PENDING_ORDERS_DEFAULT = 20;

export const MPESA_SWEEP_SECONDS_DEFAULT = 60;
/** For all SMS of a day. */
export const SMS_BUDGET_KES_DEFAULT = 4000;
/** Larger ones need two operators. */
export const PAYOUT_TWO_PEOPLE_ABOVE_KES_DEFAULT = 20_000;
/** M-Pesa's own limit per transaction. */
export const MPESA_MAX_KES_DEFAULT = 250_000;

/** Twice the interval of a proxy's health check, so that the proxy notices first. */
export const STOP_DELAY_SECONDS_DEFAULT = 2;
export const STOP_DELAY_SECONDS_MAX = 60;
export const STREAM_PING_SECONDS = 15;
/** Per person. Each key is a row for seven days. */
export const KEYED_CHANGES_PER_HOUR = 600;
/**
 * How long a catalogue answer is cached in memory. Together with SHARED_QUERY_MILLISECONDS an
 * answer is at most two seconds old.
 */
export const STORED_ANSWER_MILLISECONDS = 1500;
/**
 * A query started at most this long ago may also answer others, and its answer may then be cached.
 */
export const SHARED_QUERY_MILLISECONDS = 500;
/** Prices change once a night, and that change is announced. */
export const PRICE_ANSWER_MILLISECONDS = 60 * 1000;
export const NOTICE_VALIDITY_SECONDS = 3 * DAY_SECONDS;
