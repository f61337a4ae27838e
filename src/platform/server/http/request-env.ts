import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Context as HonoContext } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie, setCookie } from 'hono/cookie';
import type { Caller } from '#platform/contract/router.ts';
import { isLanguage, LANGUAGE_COOKIE, type Language, languages } from '#platform/rules/language.ts';
import type { Logger } from '../log.ts';
import type { Context as CallContext } from '../trpc/context.ts';
import type { ClientAddressFinder } from './client-address.ts';

export type RequestEnv = {
  Variables: {
    context: CallContext;
    caller: Caller;
    language: Language;
    log: () => Logger;
    requestId: string;
    cacheControl?: string;
  };
};

/** Over REST it is a header, so that bodies match the specification. */
export const DEVICE_TOKEN_HEADER = 'X-Device-Token';

export const clientAddress = (c: HonoContext, find: ClientAddressFinder) =>
  find(peerAddress(c), c.req.header('x-forwarded-for'));

function peerAddress(c: HonoContext): string | undefined {
  return c.env && 'incoming' in c.env ? getConnInfo(c).remote.address : undefined;
}

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
