import { PIN_RESET_SECONDS } from '#features/accounts/rules/limits.ts';
import type { CodePurpose } from '#features/accounts/rules/otp.ts';
import { accountSmsTexts, SMS_PHONE_MAX } from '#features/accounts/rules/sms-texts.ts';
import type { Language } from '#platform/rules/language.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import type { Dialled } from '#platform/rules/text/dialled.ts';
import { cutToGsm7 } from '#platform/rules/text/gsm7.ts';

/** `isForOther`: the recipient tells the code to somebody else, such as an agent. */
type CodeOf = { purpose: CodePurpose; code: string; language: Language; isForOther?: boolean };

export function codeSms({ purpose, code, language, isForOther = false }: CodeOf): string {
  const values = { code, minutes: OTP_VALIDITY_SECONDS / 60 };
  const locale = { locale: language };
  if (purpose === 'login') return accountSmsTexts.codeLogin.text(values, locale);
  if (purpose === 'password_reset') return accountSmsTexts.codeReset.text(values, locale);
  return isForOther
    ? accountSmsTexts.codeConsent.text(values, locale)
    : accountSmsTexts.codeVerify.text(values, locale);
}

type Alarm = { supportPhone: string; language: Language };

export const passwordChangedSms = ({ supportPhone, language }: Alarm) =>
  accountSmsTexts.passwordChanged.text(
    { phone: cutToGsm7(supportPhone, SMS_PHONE_MAX) },
    { locale: language },
  );

export const emailAddedSms = ({ supportPhone, language }: Alarm) =>
  accountSmsTexts.emailAdded.text(
    { phone: cutToGsm7(supportPhone, SMS_PHONE_MAX) },
    { locale: language },
  );

export const pinResetSms = ({ supportPhone, ussdCode, language }: Alarm & Dialled) =>
  accountSmsTexts.pinReset.text(
    {
      hours: PIN_RESET_SECONDS / 3600,
      phone: cutToGsm7(supportPhone, SMS_PHONE_MAX),
      ussdCode,
    },
    { locale: language },
  );

export const phoneNumberChangedSms = ({
  lastDigits,
  supportPhone,
  language,
}: Alarm & { lastDigits: string }) =>
  accountSmsTexts.phoneNumberChanged.text(
    { lastDigits, phone: cutToGsm7(supportPhone, SMS_PHONE_MAX) },
    { locale: language },
  );
