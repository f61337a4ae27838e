import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';

/** However much it is used. */
export const OPERATOR_SESSION_SECONDS = 8 * HOUR_SECONDS;
export const OPERATOR_IDLE_SECONDS = 30 * MINUTE_SECONDS;
/** The link is for a new operator, or after a lost second factor. */
export const OPERATOR_LINK_SECONDS = DAY_SECONDS;
export const CHALLENGE_SECONDS = 5 * MINUTE_SECONDS;
export const OPERATOR_REQUEST_SECONDS = DAY_SECONDS;
export const OPERATOR_NAME_MAX = 40;
export const REASON_MAX = 500;
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_PASSWORD_MAX = 128;
/** Wrong passwords or codes, of one name and of one client address. */
export const OPERATOR_ATTEMPTS_PER_HOUR = 10;
export const OPERATOR_ATTEMPTS_PER_ADDRESS = 50;
export const RECEIPT_MAX = 40;
/** Some 4,000 lines. */
export const STATEMENT_MAX_CHARACTERS = 800_000;
/** Each part of a table of prices is an operation of its own, so that none takes long. */
export const PRICES_PART_CHARACTERS = 100_000;
/** Some ten years of the ministry's prices. */
export const PRICES_MAX_CHARACTERS = 20_000_000;
/** Statement lines, and our own movements of money, that a day's comparison reads. */
export const RECONCILED_MAX = 20_000;
export const FIGURE_WEEKS_DEFAULT = 12;
export const FIGURE_WEEKS_MAX = 53;
export const SHOWN_ADDRESS_MAX = 254;
export const DISPLAY_NAME_MAX = 40;
/** In base64: some 600 kB, where our page sends 200. It must fit into a request with the rest. */
export const VISIT_PHOTO_MAX_CHARACTERS = 800_000;
/** The index for searches by name needs this many letters or digits in a row. */
export const SEARCH_LETTERS_MIN = 3;
