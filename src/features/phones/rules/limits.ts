/**
 * Limits of phones, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { MINUTE_SECONDS } from '#platform/rules/durations.ts';

// SMS and USSD
/** How long a command waits for the word that was asked back. */
export const WAITING_WORD_SECONDS = 10 * MINUTE_SECONDS;
/** A USSD screen is answered within two seconds; what takes longer than this is not waited for. */
export const USSD_ANSWER_MILLISECONDS = 1500;
/** Answers to one number in an hour, and those to what is no command. */
export const SMS_ANSWERS_PER_HOUR = 20;
export const SMS_UNKNOWN_PER_HOUR = 1;
