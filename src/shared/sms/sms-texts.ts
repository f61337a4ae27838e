import type { Language } from '#shared/language.ts';
import { m } from '#shared/text/compiled/messages.js';

type Text<Values> = (values: Values, options: { locale: Language }) => string;
type SmsText<Values> = { text: Text<Values>; longest: Values };

const entry = <Values>(text: Text<Values>, longest: Values): SmsText<Values> => ({ text, longest });

const CODE = { code: '123456', minutes: 10 };

/**
 * Every text that goes out by SMS, with the longest values that it gets: a test measures each in both languages, and docs/sms.md lists
 * them. Names and other words of people are cut by whoever fills them in.
 */
export const smsTexts = {
  codeLogin: entry(m.smsCodeLogin, CODE),
  codeReset: entry(m.smsCodeReset, CODE),
  codeVerify: entry(m.smsCodeVerify, CODE),
  passwordChanged: entry(m.smsPasswordChanged, {}),
  phoneNumberChanged: entry(m.smsPhoneNumberChanged, { lastDigits: '678' }),
};
