import type { Language } from '#platform/rules/language.ts';
import { callNow, cutToGsm7, dial, orCall, SMS_CHARACTERS } from '#platform/rules/text/sms.ts';
import { AppError, errorText } from '#platform/server/app-error.ts';
import type { Support } from '#platform/server/config.ts';
import { m } from '#text';

type Text<Values> = (values: Values, options: { locale: Language }) => string;

export const say = <Values>(language: Language, text: Text<Values>, values: Values): string =>
  text(values, { locale: language });

/** In the screens' words. Rethrows unexpected errors. */
export function sayRefusal(error: unknown, language: Language): string {
  if (!(error instanceof AppError)) throw error;
  return cutToGsm7(errorText(error, language), SMS_CHARACTERS);
}

type Helped = { language: Language; support: Support };

/** The phone may have changed hands, so this user is helped elsewhere. */
export const sayPinNeeded = ({ language, support }: Helped) =>
  say(language, m.smsPinNeeded, { orCall: orCall(support, { locale: language }) });
export const sayBuyersHelp = ({ language, support }: Helped) =>
  say(language, m.smsHelpBuyer, { orCall: orCall(support, { locale: language }) });
export const saySell = ({ language, support }: Helped) =>
  say(language, m.smsSell, { dial: dial(support, { locale: language }) });
export const sayPinLocked = ({ language, support }: Helped) =>
  say(language, m.smsPinLocked, { act: callNow(support, { locale: language }) });

/** Warns a holder who was talked into it. */
export const sayCodeTaken = ({ language, support }: Helped) =>
  say(language, m.smsCodeTaken, { act: callNow(support, { locale: language }) });
