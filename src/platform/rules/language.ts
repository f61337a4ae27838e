/** The languages that a user can choose. Every text exists in each. */
export const languages = ['en', 'sw'] as const;
declare global {
  type Language = (typeof languages)[number];
}

/**
 * The cookie that stores the choice, so that the server's pages, answers and mails follow it too.
 */
export const LANGUAGE_COOKIE = 'language';

export const isLanguage = (value: unknown): value is Language =>
  languages.includes(value as Language);

/** For the Intl formats of dates, times and numbers. */
export const intlLocale = (language: Language) => (language === 'sw' ? 'sw-KE' : 'en-KE');

/** "Friday", "Ijumaa". */
export const weekdayName = (day: string, { locale }: { locale: Language }): string =>
  new Intl.DateTimeFormat(intlLocale(locale), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
