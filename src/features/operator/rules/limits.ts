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
/** The largest statement that is imported at once, some 4,000 lines. */
export const STATEMENT_MAX_CHARACTERS = 800_000;
/**
 * The size of a part of a table of prices. Each part is an operation of its own, so that none takes
 * long.
 */
export const PRICES_PART_CHARACTERS = 100_000;
/** The largest table of prices: some ten years of the ministry's. */
export const PRICES_MAX_CHARACTERS = 20_000_000;
/**
 * Upper bound of statement lines, and of our own movements of money, that a day's comparison reads.
 */
export const RECONCILED_MAX = 20_000;
export const FIGURE_WEEKS_DEFAULT = 12;
export const FIGURE_WEEKS_MAX = 53;
/** Longer than any email address. */
export const SHOWN_ADDRESS_MAX = 254;
/** The name that an operator is shown by at farms. */
export const DISPLAY_NAME_MAX = 40;
/**
 * A photo of a visit in base64: some 600 kB, where our page sends 200. It has to fit into a request
 * with the rest.
 */
export const VISIT_PHOTO_MAX_CHARACTERS = 800_000;
/** A search by name needs this many letters or digits in a row, for which there is an index. */
export const SEARCH_LETTERS_MIN = 3;
