import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';

// Wrong passwords of one account.

/** By the name of the account and the client address, or `with a session`. */
export const wrongPassword: RateRule = {
  name: 'wrongPassword',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};
/** By the name of the account and the device, which strangers cannot use up. */
export const wrongPasswordOfDevice: RateRule = {
  name: 'wrongPasswordOfDevice',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};
/** By the name of the account, from any address. */
export const wrongPasswordAnywhere: RateRule = {
  name: 'wrongPasswordAnywhere',
  points: 50,
  seconds: 15 * MINUTE_SECONDS,
};

export const wrongPasswordRules = [wrongPassword, wrongPasswordAnywhere, wrongPasswordOfDevice];
