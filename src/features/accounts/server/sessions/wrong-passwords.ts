import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';

/** Per account name and client address, or `with a session`. */
export const wrongPassword: RateRule = {
  name: 'wrongPassword',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};
/** Per account name and device. Strangers cannot use it up. */
export const wrongPasswordOfDevice: RateRule = {
  name: 'wrongPasswordOfDevice',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};
export const wrongPasswordAnywhere: RateRule = {
  name: 'wrongPasswordAnywhere',
  points: 50,
  seconds: 15 * MINUTE_SECONDS,
};

export const wrongPasswordRules = [wrongPassword, wrongPasswordAnywhere, wrongPasswordOfDevice];
