import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type Text<Values> = (values: Values, options: { locale: Language }) => string;
type SmsText<Values> = { text: Text<Values>; longest: Values };

/** A text that is sent by SMS, with the longest values that it gets. */
export const entry = <Values>(text: Text<Values>, longest: Values): SmsText<Values> => ({
  text,
  longest,
});

/** The number for help is cut to this length. */
export const SMS_PHONE_MAX = 20;
export const SUPPORT = '+254 700 000 000';
const CODE = { code: '123456', minutes: 10 };

/** The texts about accounts. phones/rules/sms-texts.ts has all texts. */
export const accountSmsTexts = {
  codeLogin: entry(m.smsCodeLogin, CODE),
  codeReset: entry(m.smsCodeReset, CODE),
  codeVerify: entry(m.smsCodeVerify, CODE),
  codeConsent: entry(m.smsCodeConsent, CODE),
  passwordChanged: entry(m.smsPasswordChanged, { phone: SUPPORT }),
  emailAdded: entry(m.smsEmailAdded, { phone: SUPPORT }),
  pinReset: entry(m.smsPinReset, { hours: 24, phone: SUPPORT }),
  phoneNumberChanged: entry(m.smsPhoneNumberChanged, { lastDigits: '678', phone: SUPPORT }),
};
