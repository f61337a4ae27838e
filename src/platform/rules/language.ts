/** The languages a person can choose. Every text exists in each. */
export const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];

/**
 * Where the choice is kept: a cookie, so that the server's pages, answers and mails follow it too.
 */
export const LANGUAGE_COOKIE = 'language';

export const isLanguage = (value: unknown): value is Language =>
  languages.includes(value as Language);
