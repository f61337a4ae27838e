/**
 * Limits of accounts, with units in their names or comments. The source is the product
 * specification (§5, §9) unless a comment says otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// One-time codes
export const OTP_LENGTH = 6;
/** Wrong attempts per code; after that it is void. */
export const OTP_ATTEMPTS_PER_CODE = 5;
/** Wrong attempts per account, purpose and day, over all codes. */
export const OTP_ATTEMPTS_PER_DAY = 20;
/**
 * How many of them may come from another address than the one that requested the code. The rest are
 * reserved for the owner.
 */
export const OTP_ATTEMPTS_FROM_ELSEWHERE = 5;
/**
 * How many of the owner's attempts have no pause. The rest are limited to one per hour, so that an
 * owner is never locked out for long.
 */
export const OTP_ATTEMPTS_UNPACED = 10;
export const OTP_PACED_ATTEMPT_SECONDS = HOUR_SECONDS;
/** Between two codes for the same email and purpose. */
export const OTP_INTERVAL_SECONDS = 60;
export const OTP_MAILS_PER_HOUR = 10;
/**
 * How many of them may be password resets, which a stranger can request. The rest are reserved for
 * the owner's login codes.
 */
export const OTP_RESET_MAILS_PER_HOUR = 7;
/** How long after the correct password a login code may be requested. */
export const LOGIN_PASS_SECONDS = 10 * MINUTE_SECONDS;
/** The time windows in which wrong attempts, and mails with codes, are counted. */
export const OTP_BUDGET_SECONDS = DAY_SECONDS;
export const OTP_MAIL_WINDOW_SECONDS = HOUR_SECONDS;
/** How long a verified sign-up code can be used to create a farmer account. */
export const SIGNUP_PROOF_SECONDS = 30 * MINUTE_SECONDS;
/** A sign-up without a verified email is deleted after this time. */
export const UNVERIFIED_SIGNUP_SECONDS = 7 * DAY_SECONDS;

// Sessions: an absolute expiry, and an earlier one when idle.
export const SESSION_SECONDS = 12 * HOUR_SECONDS;
export const SESSION_IDLE_SECONDS = 4 * HOUR_SECONDS;
export const REMEMBERED_SESSION_IDLE_SECONDS = 14 * DAY_SECONDS;

// Links that log a farmer in on a phone
export const PHONE_LINK_SECONDS = MINUTE_SECONDS;
export const PHONE_LINK_TOKEN_LENGTH = 43;
/** Generous, because an open dialog creates a new link whenever the last one has expired. */
export const PHONE_LINKS_PER_HOUR = 60;
/** Links that one address may open, valid or not. Many phones share an address. */
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
/** How long payouts wait after a change of the phone number that they go to. */
export const PAYOUT_HOLD_SECONDS = DAY_SECONDS;

// SMS and USSD
/** The PIN is required after this silence of the phone, and for a handover worth more than this. */
export const SILENCE_SECONDS = 90 * DAY_SECONDS;
export const PIN_ORDER_KES = 20_000;
/** The PIN of SMS and USSD. This many wrong attempts lock it for this long. */
export const PIN_LENGTH = 4;
export const PIN_TRIES_MAX = 5;
export const PIN_LOCKED_SECONDS = DAY_SECONDS;
/** How long a forgotten PIN stays after the operator was asked to remove it. */
export const PIN_RESET_SECONDS = DAY_SECONDS;
/**
 * A PIN, or an email that was added to an account, proves nothing if it is younger than this when
 * the number falls into doubt: somebody else may have set it while the number was still trusted.
 */
export const SETTLED_SECONDS = 30 * DAY_SECONDS;

// API keys
/** Per account. */
export const KEYS_MAX = 5;
export const KEY_NAME_MAX = 40;
/** By the last characters of a key its owner recognises it. */
export const KEY_ENDING_LENGTH = 4;

// Devices that have logged in before
export const DEVICE_TOKEN_LENGTH = 43;
/** A device without a login for this long is deleted. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY_SECONDS;
