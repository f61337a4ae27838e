import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Settings } from '#server/config.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { etagOf, type StoredAnswer } from './stored-answer.ts';

/** Revalidated each time, so that after a release no cached page names files of the old one. */
export const PAGE_CACHING = 'public, max-age=0, must-revalidate';

/** A page is in one language: the one that was chosen, or the one that the device asks for. */
export const PAGE_VARIES_BY = ['Cookie', 'Accept-Language'];

/** Writes the settings into a built text, safe in HTML and XML. */
export function fillIn(content: string, settings: Settings): string {
  const values: Record<string, string> = {
    SUPPORT_EMAIL: settings.SUPPORT_EMAIL,
    SUPPORT_PHONE: settings.SUPPORT_PHONE,
    SUPPORT_LOCATION: settings.SUPPORT_LOCATION,
    PUBLIC_URL: settings.PUBLIC_URL,
    TILE_URL: settings.TILE_URL,
    DEMO: settings.isDemo ? 'on' : 'off',
  };
  return content.replace(/%([A-Z_]+)%/g, (whole, name: string) => escapeHtml(values[name] ?? whole));
}

/** A text as it is sent, compressed once. `vary`: the request headers that decide which text it is. */
export async function storeText(content: string, contentType: string, vary: string[] = []): Promise<StoredAnswer> {
  const body = new TextEncoder().encode(content);
  const brotli = await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return {
    contentType,
    cacheControl: PAGE_CACHING,
    vary,
    etag: etagOf(body),
    body,
    encoded: { br: new Uint8Array(brotli), gzip: new Uint8Array(await promisify(gzip)(body, { level: 9 })) },
  };
}

/** A page that was written for one request. Compressed quickly rather than well: it is sent once. */
export async function storePage(page: string): Promise<StoredAnswer> {
  const body = new TextEncoder().encode(page);
  return {
    contentType: 'text/html; charset=utf-8',
    cacheControl: PAGE_CACHING,
    vary: PAGE_VARIES_BY,
    etag: etagOf(body),
    body,
    encoded: { gzip: new Uint8Array(await promisify(gzip)(body)) },
  };
}

/**
 * Data for the page's own script, in a block that no browser runs (and the CSP therefore lets pass). "<" is written as an escape,
 * so that nothing in it can end the block.
 */
export const embed = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

type DrawnPage = 'product' | 'farm';

/** Writes title and tags, HTML already, into the page of a product or a farm. */
export const fillHead = (template: string, page: DrawnPage, { title, head }: { title: string; head: string }): string =>
  template.replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`).replace(`<!--${page}-->`, () => head);

/** The page for a product or a farm that does not exist or could not be read. Its script says so; search engines should not index it. */
export const fillUnknown = (template: string, page: DrawnPage): string =>
  fillHead(template, page, { title: 'SokoShamba', head: '<meta name="robots" content="noindex" />' });
