import { isLanguage, LANGUAGE_COOKIE, type Language } from '#shared/language.ts';
import { overwriteGetLocale } from '#shared/text/compiled/runtime.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language this page was served in. The server chose it, so the page's own tag is the truth. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** Makes every text follow the page's language. Called once, before anything is rendered. */
export function followPageLanguage(): void {
  overwriteGetLocale(currentLanguage);
}

/** Remembers the choice where the server sees it too, and asks for the page again: its HTML, title and texts all change. */
export function setLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox 100 and Safari 15.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
  location.reload();
}
