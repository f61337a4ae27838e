import type { Language } from '#platform/rules/language.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { callNow, dial } from '#platform/rules/text/sms.ts';
import { writeLetter } from '#platform/server/adapters/letter-layout.ts';
import { m } from '#text';
import { PAYOUT_HOLD_SECONDS, PIN_RESET_SECONDS } from '../rules/limits.ts';
import type { CodePurpose, OtpPurpose } from '../rules/otp.ts';

const subjects = {
  signup: m.mailCodeSubjectSignup,
  login: m.mailCodeSubjectLogin,
  password_reset: m.mailCodeSubjectReset,
} as const satisfies Record<OtpPurpose, unknown>;

type CodeLetter = {
  to: string;
  language: Language;
  purpose: OtpPurpose;
  code: string;
  supportEmail: string;
  isAddition?: boolean;
};

/** The subject omits the code, because it would show on a locked screen. */
export function codeLetter({ purpose, language, isAddition = false, ...letter }: CodeLetter) {
  const locale = { locale: language };
  const minutes = OTP_VALIDITY_SECONDS / 60;
  return writeLetter({
    ...letter,
    language,
    subject: isAddition ? m.mailCodeSubjectAddition({}, locale) : subjects[purpose]({}, locale),
    paragraphs: isAddition
      ? [m.mailCodeAddition({ minutes }, locale), m.mailCodeAdditionWarning({}, locale)]
      : [m.mailCodeValidity({ minutes }, locale), m.mailCodeWarning({}, locale)],
  });
}

type PasswordChangedLetter = {
  to: string;
  language: Language;
  firstName: string;
  supportEmail: string;
};

export function passwordChangedLetter({ firstName, language, ...letter }: PasswordChangedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: m.mailPasswordChangedSubject({}, locale),
    paragraphs: [
      m.mailPasswordChangedBody({ firstName }, locale),
      m.mailPasswordChangedWarning({}, locale),
    ],
  });
}

export function pinResetLetter({ firstName, language, ...letter }: PasswordChangedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: m.mailPinResetSubject({}, locale),
    paragraphs: [
      m.mailPinResetBody({ firstName, hours: PIN_RESET_SECONDS / 3600 }, locale),
      m.mailPinResetWarning({}, locale),
    ],
  });
}

type PhoneNumberChangedLetter = {
  to: string;
  language: Language;
  firstName: string;
  lastDigits: string;
  supportEmail: string;
};

export function phoneNumberChangedLetter({
  firstName,
  lastDigits,
  language,
  ...letter
}: PhoneNumberChangedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: m.mailPhoneChangedSubject({}, locale),
    paragraphs: [
      m.mailPhoneChangedBody({ firstName, lastDigits, hours: PAYOUT_HOLD_SECONDS / 3600 }, locale),
      m.mailPhoneChangedWarning({}, locale),
    ],
  });
}

export function phoneNumberReleasedLetter({
  firstName,
  lastDigits,
  language,
  ...letter
}: PhoneNumberChangedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: m.mailPhoneReleasedSubject({}, locale),
    paragraphs: [
      m.mailPhoneReleasedBody({ firstName, lastDigits }, locale),
      m.mailPhoneReleasedNext({}, locale),
    ],
  });
}

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
