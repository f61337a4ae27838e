import type { Language } from '#platform/rules/language.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { writeLetter } from '#platform/server/adapters/letter-layout.ts';
import { m } from '#text';
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
    paragraphs: [m.mailCodeValidity({ minutes }, locale), m.mailCodeWarning({}, locale)],
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
