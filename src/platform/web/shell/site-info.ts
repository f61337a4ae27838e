import { isLanguage, LANGUAGE_COOKIE, type Language } from '#rules/language.ts';
import type { ToWorker } from '#rules/service-worker.ts';
import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';

const WITHOUT_PAGE = {
  'support-email': '%SUPPORT_EMAIL%',
  'support-phone': '%SUPPORT_PHONE%',
  'support-location': '%SUPPORT_LOCATION%',
  'tile-url': '%TILE_URL%',
};

/**
 * The SUPPORT_* and TILE_URL settings. The server fills them into placeholders of prerendered
 * pages, and the script reads them from the page's head.
 */
function siteInfo(name: keyof typeof WITHOUT_PAGE) {
  if (typeof document === 'undefined') return WITHOUT_PAGE[name];
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

let publicUrl = '';

export function setSiteInfo(site: { supportEmail: string; publicUrl: string }) {
  WITHOUT_PAGE['support-email'] = site.supportEmail;
  publicUrl = site.publicUrl;
}

export const siteUrl = () => (typeof document === 'undefined' ? publicUrl : location.origin);

export const supportEmail = () => siteInfo('support-email');
export const supportPhone = () => siteInfo('support-phone');
/** RFC 3966 allows no spaces. */
export const telLink = (phoneNumber: string) => `tel:${phoneNumber.replaceAll(/[^+\d]/g, '')}`;
export const supportLocation = () => siteInfo('support-location');

export const tileUrl = () => siteInfo('tile-url');

/** The server marks it on the root element. Prerendered pages use the class `needs-sms` instead. */
export const hasSms = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.sms === 'on';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The server chose it, so the page's lang attribute is authoritative. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** Call it once, before the first rendering. */
export function followPageLanguage() {
  overwriteGetLocale(currentLanguage);
}

/** Reloads, because HTML, title and texts all change. */
export function setLanguage(language: Language) {
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
