import type { Language } from '#platform/rules/language.ts';
import { m } from '#text';
import { PHONE_BUSY_CODE, SAME_AMOUNT_CODE } from './payment.ts';

type Options = { locale?: Language };

export const NO_FUNDS_CODE = '1';

const texts: Record<string, (inputs: object, options: Options) => string> = {
  [NO_FUNDS_CODE]: m.paymentNoFunds,
  [SAME_AMOUNT_CODE]: m.paymentSameAmount,
  [PHONE_BUSY_CODE]: m.paymentPhoneBusy,
  1019: m.paymentExpired,
  1031: m.paymentCancelled,
  1032: m.paymentCancelled,
  1037: m.paymentNoAnswer,
  2001: m.paymentWrongPin,
};

type Failed = { resultCode: string | null; resultText: string | null };

/** In our words for a known reason, otherwise in M-Pesa's. */
export function paymentFailureText(
  { resultCode, resultText }: Failed,
  options: Options = {},
): string {
  const known = texts[String(resultCode)];
  if (known) return known({}, options);
  return resultText
    ? m.paymentFailedSaying({ reason: resultText }, options)
    : m.paymentFailed({}, options);
}
