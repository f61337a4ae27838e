import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type Dialled, dial, USSD_CODE } from '#platform/rules/text/dialled.ts';

type Text<Values> = (values: Values, options: { locale: Language }) => string;
type SmsText<Values> = { text: Text<Values>; longest: Values };

/** An SMS text with the longest values that it gets. */
export const entry = <Values>(text: Text<Values>, longest: Values): SmsText<Values> => ({
  text,
  longest,
});

export const SMS_PHONE_MAX = 20;
export const SUPPORT = '+254 700 000 000';
const CODE = { code: '123456', minutes: 10 };

export type Phone = { phone: string };
type InLanguage = { locale: Language };

export const callNow = ({ phone }: Phone, options: InLanguage) =>
  phone === '' ? m.smsTellNow({}, options) : m.smsCallNow({ phone }, options);

export const orCall = ({ phone }: Phone, options: InLanguage) =>
  phone === '' ? '' : m.smsOrCall({ phone }, options);

/** All SMS texts are listed in phones/rules/sms-texts.ts. */
export const accountSmsTexts = {
  codeLogin: entry(m.smsCodeLogin, CODE),
  codeReset: entry(m.smsCodeReset, CODE),
  codeVerify: entry(m.smsCodeVerify, CODE),
  codeConsent: entry(m.smsCodeConsent, CODE),
  passwordChanged: entry(
    (values: Phone, options) => m.smsPasswordChanged({ act: callNow(values, options) }, options),
    { phone: SUPPORT },
  ),
  emailAdded: entry(
    (values: Phone, options) => m.smsEmailAdded({ act: callNow(values, options) }, options),
    { phone: SUPPORT },
  ),
  pinReset: entry(
    ({ hours, phone, ussdCode }: Phone & Dialled & { hours: number }, options) =>
      m.smsPinReset(
        { hours, dial: dial({ ussdCode }, options), act: callNow({ phone }, options) },
        options,
      ),
    { hours: 24, phone: SUPPORT, ussdCode: USSD_CODE },
  ),
  phoneNumberChanged: entry(
    ({ lastDigits, ...phone }: Phone & { lastDigits: string }, options) =>
      m.smsPhoneNumberChanged({ lastDigits, act: callNow(phone, options) }, options),
    { lastDigits: '678', phone: SUPPORT },
  ),
};
