import type { Language } from '#shared/language.ts';
import { OTP_VALIDITY_SECONDS } from '#shared/limits.ts';
import type { CodePurpose } from '#shared/otp.ts';
import { smsTexts } from '#shared/sms/sms-texts.ts';

type CodeOf = { purpose: CodePurpose; code: string; language: Language };

/** The SMS that carries a one-time code. */
export function codeSms({ purpose, code, language }: CodeOf): string {
  const values = { code, minutes: OTP_VALIDITY_SECONDS / 60 };
  const locale = { locale: language };
  if (purpose === 'login') return smsTexts.codeLogin.text(values, locale);
  return purpose === 'password_reset' ? smsTexts.codeReset.text(values, locale) : smsTexts.codeVerify.text(values, locale);
}

/** For owners of accounts without an email. */
export const passwordChangedSms = (language: Language) => smsTexts.passwordChanged.text({}, { locale: language });

export const emailAddedSms = (language: Language) => smsTexts.emailAdded.text({}, { locale: language });

export const phoneNumberChangedSms = ({ lastDigits, language }: { lastDigits: string; language: Language }) =>
  smsTexts.phoneNumberChanged.text({ lastDigits }, { locale: language });
