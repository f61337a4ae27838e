import type { Language } from '#shared/language.ts';
import { PAYOUT_HOLD_SECONDS } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { writeLetter } from './letters/layout.ts';

type PhoneNumberChangedLetter = { to: string; language: Language; firstName: string; lastDigits: string; supportEmail: string };

/** Tells a farmer that payouts go to another number now, and since when they may. */
export function phoneNumberChangedLetter({ firstName, lastDigits, language, ...letter }: PhoneNumberChangedLetter) {
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
