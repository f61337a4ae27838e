import type { Language } from '#shared/language.ts';
import { m } from '#shared/text/compiled/messages.js';
import { writeLetter } from './letters/layout.ts';

type PasswordChangedLetter = { to: string; language: Language; firstName: string; supportEmail: string };

/** Tells the owner of an account that its password is another now. */
export function passwordChangedLetter({ firstName, language, ...letter }: PasswordChangedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: m.mailPasswordChangedSubject({}, locale),
    paragraphs: [m.mailPasswordChangedBody({ firstName }, locale), m.mailPasswordChangedWarning({}, locale)],
  });
}
