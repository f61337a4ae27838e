import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie, setCookie } from 'hono/cookie';
import { isLanguage, LANGUAGE_COOKIE, type Language, languages } from '#platform/rules/language.ts';

export function requestLanguage(c: Context): Language {
  const chosen = getCookie(c, LANGUAGE_COOKIE);
  if (isLanguage(chosen)) return chosen;
  const accepted = accepts(c, {
    header: 'Accept-Language',
    supports: [...languages],
    default: 'en',
    match: (wanted, { supports }) => {
      const bases = wanted
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => type.toLowerCase().split('-')[0] ?? '');
      return bases.find((base) => supports.includes(base)) ?? 'en';
    },
  });
  return isLanguage(accepted) ? accepted : 'en';
}

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** `?language=sw` is for browsers without JavaScript. */
export function pageLanguage(c: Context): Language {
  const chosen = c.req.query('language');
  if (!isLanguage(chosen)) return requestLanguage(c);
  setCookie(c, LANGUAGE_COOKIE, chosen, { path: '/', maxAge: COOKIE_SECONDS, sameSite: 'Lax' });
  return chosen;
}
