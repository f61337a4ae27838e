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

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes some milliseconds on a phone, and a list would need one per row. */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([language, options]);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(intlLocale(language), options);
  dateFormats.set(key, format);
  return format;
}

/** "Friday", "Ijumaa". */
export const weekdayName = (day: string, { locale }: { locale: Language }): string =>
  dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
