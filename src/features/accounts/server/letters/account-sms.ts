import { PIN_RESET_SECONDS } from '#accounts/rules/limits.ts';
import type { CodePurpose } from '#accounts/rules/otp.ts';
import type { Language } from '#platform/rules/language.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { callNow, dial } from '#platform/rules/text/sms.ts';
import { m } from '#text';

/** `isForOther`: the recipient tells the code to somebody else, such as an agent. */
type CodeOf = { purpose: CodePurpose; code: string; language: Language; isForOther?: boolean };

export function codeSms({ purpose, code, language, isForOther = false }: CodeOf): string {
  const values = { code, minutes: OTP_VALIDITY_SECONDS / 60 };
  const options = { locale: language };
  if (purpose === 'login') return m.smsCodeLogin(values, options);
  if (purpose === 'password_reset') return m.smsCodeReset(values, options);
  return (isForOther ? m.smsCodeConsent : m.smsCodeVerify)(values, options);
}

type Alarm = { supportPhone: string; language: Language };

const actNow = ({ supportPhone: phone, language }: Alarm) =>
  callNow({ phone }, { locale: language });

/** For owners of accounts without an email. */
export const passwordChangedSms = (alarm: Alarm) =>
  m.smsPasswordChanged({ act: actNow(alarm) }, { locale: alarm.language });

export const emailAddedSms = (alarm: Alarm) =>
  m.smsEmailAdded({ act: actNow(alarm) }, { locale: alarm.language });

export function pinResetSms({ ussdCode, ...alarm }: Alarm & { ussdCode: string }) {
  const options = { locale: alarm.language };
  const values = { hours: PIN_RESET_SECONDS / 3600, dial: dial({ ussdCode }, options) };
  return m.smsPinReset({ ...values, act: actNow(alarm) }, options);
}

export const phoneNumberChangedSms = ({ lastDigits, ...alarm }: Alarm & { lastDigits: string }) =>
  m.smsPhoneNumberChanged({ lastDigits, act: actNow(alarm) }, { locale: alarm.language });
