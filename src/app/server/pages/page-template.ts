import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PAGE_DATA } from '#platform/rules/page-data.ts';
import {
  compressedFor,
  etagOf,
  type StoredAnswer,
  takesBrotli,
} from '#platform/server/cache/stored-answer.ts';
import type { Settings } from '#platform/server/config.ts';
import { escapeHtml } from '#platform/server/escape-html.ts';

/**
 * The position of a page's own tags in its template, and the marks around the shell, which is sent
 * when the page is not rendered.
 */
export const HEAD_MARK = '<!--page-head-->';
const SHELL_MARKS = ['<!--shell-->', '<!--/shell-->'] as const;
const SHELL_PATTERN = new RegExp(`${SHELL_MARKS[0]}.*${SHELL_MARKS[1]}`, 's');

export const markShell = (html: string): string => SHELL_MARKS[0] + html + SHELL_MARKS[1];

/** Revalidated each time, so that after a release no cached page refers to files of the old one. */
const PAGE_CACHING = 'public, max-age=0, must-revalidate';

/** A page's language is the chosen one, or the device's preference. */
export const PAGE_VARIES_BY = ['Cookie', 'Accept-Language'];

/** Where the number to call would be. */
const NO_PHONE = '–';

/** Fills the settings into a built text, escaped for HTML and XML. */
export function fillIn(content: string, settings: Settings): string {
  const values: Record<string, string> = {
    SUPPORT_EMAIL: settings.SUPPORT_EMAIL,
    SUPPORT_PHONE: settings.SUPPORT_PHONE || NO_PHONE,
    SUPPORT_LOCATION: settings.SUPPORT_LOCATION,
    PUBLIC_URL: settings.PUBLIC_URL,
    TILE_URL: settings.TILE_URL,
    SMS: settings.isDemo || settings.SMS_BASE_URL ? 'on' : 'off',
  };
  return content.replace(/%([A-Z_]+)%/g, (whole, name: string) =>
    escapeHtml(values[name] ?? whole),
  );
}

/** A text with its compressed forms. `vary`: the request headers that the text depends on. */
export async function storeText(
  content: string,
  contentType: string,
  vary: string[] = [],
): Promise<StoredAnswer> {
  const body = new TextEncoder().encode(content);
  const brotli = await promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  });
  return {
    contentType,
    cacheControl: PAGE_CACHING,
    vary,
    etag: etagOf(body),
    body,
    encoded: {
      br: new Uint8Array(brotli),
      gzip: new Uint8Array(await promisify(gzip)(body, { level: 9 })),
    },
  };
}

/**
 * A page for one request, compressed if there is capacity soon. Favours speed over size, because it
 * is sent once.
 */
export async function storePage(
  page: string,
  { accepted = '', clientAddress }: { accepted: string | undefined; clientAddress: string },
): Promise<StoredAnswer> {
  const body = new TextEncoder().encode(page);
  const answer = {
    contentType: 'text/html; charset=utf-8',
    cacheControl: PAGE_CACHING,
    vary: PAGE_VARIES_BY,
    etag: etagOf(body),
    body,
    encoded: {},
  };
  return (
    (await compressedFor(clientAddress, answer, [takesBrotli(accepted) ? 'br' : 'gzip'])) ?? answer
  );
}

/** JSON for a script element. "<" is escaped, so that no text in it can end the element. */
export const inScript = (json: string): string => json.replaceAll('<', '\\u003c');

/**
 * Data for the page's own script, in a block that browsers don't execute, so that the CSP allows
 * it.
 */
const dataBlock = (json: string): string =>
  `<script type="application/json" id="${PAGE_DATA}">${inScript(json)}</script>`;

/** Inserts title and tags, already HTML, into the head of a page. */
export const fillHead = (
  template: string,
  { title, head }: { title?: string | undefined; head: string },
): string =>
  (title
    ? template.replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    : template
  ).replace(HEAD_MARK, () => head);

/** Replaces the shell by the rendered page, and appends the data that it was rendered from. */
export const fillPage = (
  template: string,
  { html, json }: { html: string; json: string },
): string =>
  template.replace(SHELL_PATTERN, () => html).replace('</body>', () => `${dataBlock(json)}</body>`);

/**
 * For a page whose content doesn't exist or could not be read, so that search engines don't index
 * it.
 */
export const NO_INDEX = '<meta name="robots" content="noindex" />';
