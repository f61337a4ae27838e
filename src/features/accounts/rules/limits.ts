import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';

export const OTP_LENGTH = 6;
export const OTP_ATTEMPTS_PER_CODE = 5;
/** Per account, purpose and day, over all codes. */
export const OTP_ATTEMPTS_PER_DAY = 20;
/** From other addresses than the one that requested the code; the rest are for the owner. */
export const OTP_ATTEMPTS_FROM_ELSEWHERE = 5;
/**
 * Attempts of the owner without a pause; then one per hour, so that an owner is never locked out
 * for long.
 */
export const OTP_ATTEMPTS_UNPACED = 10;
export const OTP_PACED_ATTEMPT_SECONDS = HOUR_SECONDS;
/** Between two codes for the same email and purpose. */
export const OTP_INTERVAL_SECONDS = 60;
export const OTP_MAILS_PER_HOUR = 10;
/** Strangers can request resets, so some mails are reserved for the owner's login codes. */
export const OTP_RESET_MAILS_PER_HOUR = 7;
/** A login code may be requested this long after the correct password. */
export const LOGIN_PASS_SECONDS = 10 * MINUTE_SECONDS;
/** The windows in which wrong attempts and mails are counted. */
export const OTP_BUDGET_SECONDS = DAY_SECONDS;
export const OTP_MAIL_WINDOW_SECONDS = HOUR_SECONDS;
/** For creating a farmer account with a verified sign-up code. */
export const SIGNUP_PROOF_SECONDS = 30 * MINUTE_SECONDS;
/** A sign-up without a verified email is then deleted. */
export const UNVERIFIED_SIGNUP_SECONDS = 7 * DAY_SECONDS;

// The absolute expiry, and an earlier one when idle.
export const SESSION_SECONDS = 12 * HOUR_SECONDS;
export const SESSION_IDLE_SECONDS = 4 * HOUR_SECONDS;
export const REMEMBERED_SESSION_IDLE_SECONDS = 14 * DAY_SECONDS;

export const PHONE_LINK_SECONDS = MINUTE_SECONDS;
export const PHONE_LINK_TOKEN_LENGTH = 43;
/** Generous, because an open dialog creates a new link whenever the last one has expired. */
export const PHONE_LINKS_PER_HOUR = 60;
/** Per client address, valid or not. Many phones share an address. */
export const PHONE_LINKS_OPENED_PER_MINUTE = 30;

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

export const SIGNUP_REDIRECT_MILLISECONDS = 2000;

/** How long payouts wait after a change of the phone number that they go to. */
export const PAYOUT_HOLD_SECONDS = DAY_SECONDS;

/** The PIN is required after this silence of the phone, and for a handover worth more than this. */
export const SILENCE_SECONDS = 90 * DAY_SECONDS;
export const PIN_ORDER_KES = 20_000;
export const PIN_LENGTH = 4;
export const PIN_TRIES_MAX = 5;
export const PIN_LOCKED_SECONDS = DAY_SECONDS;
/** How long an operator's removal of a forgotten PIN waits. */
export const PIN_RESET_SECONDS = DAY_SECONDS;
/**
 * When a number falls into doubt, a younger PIN or added email proves nothing: somebody else may
 * have set it while the number was still trusted.
 */
export const SETTLED_SECONDS = 30 * DAY_SECONDS;

/** Per account. */
export const KEYS_MAX = 5;
export const KEY_NAME_MAX = 40;
export const KEY_ENDING_LENGTH = 4;

export const DEVICE_TOKEN_LENGTH = 43;
/** A device without a login for this long is forgotten. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY_SECONDS;
