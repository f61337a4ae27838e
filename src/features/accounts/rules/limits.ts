/**
 * Limits of accounts, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// One-time codes
export const OTP_LENGTH = 6;
/** Wrong tries that one code allows; after them it is void. */
export const OTP_ATTEMPTS_PER_CODE = 5;
/** Wrong tries of one account and purpose in a day, over all codes. */
export const OTP_ATTEMPTS_PER_DAY = 20;
/**
 * How many of them may come from another address than the one that requested the code. The rest are
 * left for the owner.
 */
export const OTP_ATTEMPTS_FROM_ELSEWHERE = 5;
/**
 * How many of the owner's tries may come at any pace. The rest may come once an hour, so that an
 * owner is never locked out for long.
 */
export const OTP_ATTEMPTS_UNPACED = 10;
export const OTP_PACED_ATTEMPT_SECONDS = HOUR_SECONDS;
/** Between two codes for one email and purpose. */
export const OTP_INTERVAL_SECONDS = 60;
export const OTP_MAILS_PER_HOUR = 10;
/**
 * How many of them may be for password resets, which a stranger can request. The rest are left for
 * the owner's login codes.
 */
export const OTP_RESET_MAILS_PER_HOUR = 7;
/** How long after the right password a login code may be asked for. */
export const LOGIN_PASS_SECONDS = 10 * MINUTE_SECONDS;
/** For how long wrong tries, and mails with codes, are counted. */
export const OTP_BUDGET_SECONDS = DAY_SECONDS;
export const OTP_MAIL_WINDOW_SECONDS = HOUR_SECONDS;
/** How long a verified signup code entitles to a farmer account. */
export const SIGNUP_PROOF_SECONDS = 30 * MINUTE_SECONDS;
/** A signup whose email is not verified is deleted after this. */
export const UNVERIFIED_SIGNUP_SECONDS = 7 * DAY_SECONDS;

// Sessions: an absolute end, and an earlier one when they are idle.
export const SESSION_SECONDS = 12 * HOUR_SECONDS;
export const SESSION_IDLE_SECONDS = 4 * HOUR_SECONDS;
export const REMEMBERED_SESSION_IDLE_SECONDS = 14 * DAY_SECONDS;

// Links that log a farmer in on a phone
export const PHONE_LINK_SECONDS = MINUTE_SECONDS;
export const PHONE_LINK_TOKEN_LENGTH = 43;
/** A new one is shown whenever the last has ended, so that an open dialog may ask for many. */
export const PHONE_LINKS_PER_HOUR = 60;
/** Links that one address may open, right or wrong; many phones share an address. */
export const PHONE_LINKS_OPENED_PER_MINUTE = 30;

// Accounts
export const NAME_MIN = 2;
export const NAME_MAX = 60;
export const EMAIL_MAX = 254;
export const NATIONAL_ID_INPUT_MAX = 20;
export const PASSWORD_MIN = 8;
export const LOGIN_PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough to be hashed cheaply. */
export const PASSWORD_MAX = 256;
export const BUSINESS_NAME_MAX = 140;
export const CITY_MAX = 80;

// Timings on the screen
export const SIGNUP_REDIRECT_MILLISECONDS = 2000;

// Money
/** How long payouts wait after the phone number that they go to has changed. */
export const PAYOUT_HOLD_SECONDS = DAY_SECONDS;

// SMS and USSD
/**
 * A phone that was silent for so long is asked for its PIN, and so is a handover worth more than
 * this.
 */
export const SILENCE_SECONDS = 90 * DAY_SECONDS;
export const PIN_ORDER_KES = 20_000;
/**
 * How long a number that wrote JOIN may be sent the code of a sign-up apart from those of
 * strangers.
 */
export const JOIN_WORD_SECONDS = 3 * DAY_SECONDS;
/** The PIN of SMS and USSD: so many wrong ones lock it for so long. */
export const PIN_LENGTH = 4;
export const PIN_TRIES_MAX = 5;
export const PIN_LOCKED_SECONDS = DAY_SECONDS;

// Devices that have logged in before
export const DEVICE_TOKEN_LENGTH = 43;
/** A device without a login for this long is forgotten. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY_SECONDS;
