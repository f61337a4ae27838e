import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { LRUCache } from 'lru-cache';
import { PAGE_DATA } from '#rules/routes.ts';
import { SERVICE_WORKER_PATH } from '#rules/service-worker.ts';
import { readSettings, type Settings } from '#server/config.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { pageLanguage } from '#server/http/rest.ts';
import { projectRoot } from '#server/project-root.ts';
import {
  compressedFor,
  etagOf,
  type StoredAnswer,
  sendStored,
  takesBrotli,
} from '#server/stored-answers.ts';

/** SHELL_MARKS surround the shell, which is sent when the page is not rendered. */
export const HEAD_MARK = '<!--page-head-->';
const SHELL_MARKS = ['<!--shell-->', '<!--/shell-->'] as const;
const SHELL_PATTERN = new RegExp(`${SHELL_MARKS[0]}.*${SHELL_MARKS[1]}`, 's');

export const markShell = (html: string) => SHELL_MARKS[0] + html + SHELL_MARKS[1];

/** After a release no cached page may refer to files of the old one. */
const PAGE_CACHING = 'public, max-age=0, must-revalidate';

/** The chosen language is in a cookie; the default is the device's preference. */
export const PAGE_VARIES_BY = ['Cookie', 'Accept-Language'];

const NO_PHONE = '–';

/** Values are escaped for HTML and XML. */
export function fillIn(content: string, settings: Settings) {
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

/** `vary`: the request headers that the text depends on. */
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

/** Compressed if there is capacity soon. Favours speed over size, because it is sent once. */
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

export const inScript = (json: string) => json.replaceAll('<', '\\u003c');

/**
 * Browsers don't execute this block, so the CSP allows it. "<" is escaped, so that no text can end
 * the element.
 */
const dataBlock = (json: string) =>
  `<script type="application/json" id="${PAGE_DATA}">${inScript(json)}</script>`;

export const fillHead = (
  template: string,
  { title, head }: { title?: string | undefined; head: string },
) =>
  (title
    ? template.replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    : template
  ).replace(HEAD_MARK, () => head);

export const fillPage = (template: string, { html, json }: { html: string; json: string }) =>
  template.replace(SHELL_PATTERN, () => html).replace('</body>', () => `${dataBlock(json)}</body>`);

export const NO_INDEX = '<meta name="robots" content="noindex" />';

export const webFolder = join(projectRoot, 'dist', 'web');

const HASHED = 'public, max-age=31536000, immutable';
const NAMED = 'public, max-age=3600';

/** For the service worker, whose behaviour must match the server's. */
const ASKED_EACH_TIME = 'no-cache';
const HIDDEN = /^\/(pages|\.vite)\//;
const COMPRESSED = /\.(br|gz)$/;

/**
 * Files stay in memory after their first request, a few megabytes in all. serveStatic of
 * @hono/node-server has no ETag and reads the disk synchronously
 * (docs/decisions/0077-libraries-in-place-of-our-own.md). The handler returns null for other paths.
 */
export async function createFileHandler(
  checkBuild: () => Promise<void>,
): Promise<(c: Context) => Promise<Response | null>> {
  const available = new Set(await listFiles(webFolder));
  const stored = new LRUCache<string, StoredAnswer>({
    max: available.size,
    fetchMethod: async (path) => {
      const file = await readStored(path, available);
      await checkBuild();
      return file;
    },
  });
  return async (c) => {
    const { path } = c.req;
    if (!available.has(path) || HIDDEN.test(path) || COMPRESSED.test(path)) return null;
    return sendStored(c, await stored.forceFetch(path));
  };
}

async function readStored(path: string, available: Set<string>): Promise<StoredAnswer> {
  const read = async (name: string) => new Uint8Array(await readFile(join(webFolder, name)));
  const body = await read(path);
  return {
    contentType: contentTypeOf(path),
    cacheControl: cacheControlOf(path),
    vary: [],
    etag: etagOf(body),
    body,
    encoded: {
      ...(available.has(`${path}.br`) && { br: await read(`${path}.br`) }),
      ...(available.has(`${path}.gz`) && { gzip: await read(`${path}.gz`) }),
    },
  };
}

function cacheControlOf(path: string) {
  if (path === SERVICE_WORKER_PATH) return ASKED_EACH_TIME;
  return path.startsWith('/assets/') ? HASHED : NAMED;
}

function contentTypeOf(path: string) {
  if (path.endsWith('.webmanifest')) return 'application/manifest+json';
  return getMimeType(path) ?? 'application/octet-stream';
}

async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(
      (entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`,
    );
}

/** `npm run dev` runs the demo unless a database is given. */
export const devSettings = () =>
  readSettings({
    DEMO: process.env.DATABASE_URL ? 'off' : 'on',
    LOG_LEVEL: 'warn',
    ...process.env,
  });

export async function fillInDevPage(html: string, request: Request) {
  const app = new Hono().get('*', (c) =>
    c.text(
      fillIn(html, devSettings()).replace('<html lang="en"', `<html lang="${pageLanguage(c)}"`),
    ),
  );
  return (await app.request(request)).text();
}
