import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

/** A session ends after this time, however much it is used. */
export const OPERATOR_SESSION_SECONDS = 8 * HOUR_SECONDS;
export const OPERATOR_IDLE_SECONDS = 30 * MINUTE_SECONDS;
/** How long the link of a new operator, or one who lost the second factor, is valid. */
export const OPERATOR_LINK_SECONDS = DAY_SECONDS;
/** How long a passkey's challenge is valid. */
export const CHALLENGE_SECONDS = 5 * MINUTE_SECONDS;
/** How long another person may approve a request. */
export const OPERATOR_REQUEST_SECONDS = DAY_SECONDS;
export const OPERATOR_NAME_MAX = 40;
export const REASON_MAX = 500;
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_PASSWORD_MAX = 128;
/** Wrong passwords or codes of one name, and of one client address, per hour. */
export const OPERATOR_ATTEMPTS_PER_HOUR = 10;
export const OPERATOR_ATTEMPTS_PER_ADDRESS = 50;
export const RECEIPT_MAX = 40;
/** Longer than any email address. */
export const SHOWN_ADDRESS_MAX = 254;
