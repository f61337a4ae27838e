import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

export const WEBHOOKS_MAX = 5;
export const WEBHOOK_URL_MAX = 500;
export const DELIVERIES_SHOWN = 20;
/** The former secret still signs this long after a rotation. */
export const FORMER_SECRET_SECONDS = DAY_SECONDS;
export const RECEIVER_TIMEOUT_MILLISECONDS = 5000;
/** After failed attempts. The last pause repeats until FAILING_SECONDS are over. */
export const PAUSES_SECONDS = [
  5,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  10 * HOUR_SECONDS,
] as const;
/** An event is given up this long after its first failed attempt. */
export const FAILING_SECONDS = 3 * DAY_SECONDS;
/** Longer than two events of one subject can take, of which the second waits for the first. */
export const EVENTS_KEPT_SECONDS = 7 * DAY_SECONDS;
/** After that the numbers of a subject restart. */
export const SUBJECTS_KEPT_SECONDS = 365 * DAY_SECONDS;
/** Test events and repeated events of one user. */
export const ASKED_EVENTS_PER_MINUTE = 10;
