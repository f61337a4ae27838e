import { isLanguage, LANGUAGE_COOKIE, type Language } from '#platform/rules/language.ts';
import type { ToWorker } from '#platform/rules/service-worker.ts';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The server chose it, so the page's lang attribute is authoritative. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** Call it once, before the first rendering. */
export function followPageLanguage(): void {
  overwriteGetLocale(currentLanguage);
}

/** Reloads, because HTML, title and texts all change. */
export function setLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox 100 and Safari 15.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
  // The service worker cannot read cookies in every browser.
  navigator.serviceWorker?.controller?.postMessage({
    type: 'language',
    language,
  } satisfies ToWorker);
  // A link followed before the script ran has put a language into the address, and the server would
  // obey it again.
  const address = new URL(location.href);
  address.searchParams.delete('language');
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  location.reload();
}
