import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PAGE_CACHING, PAGE_VARIES_BY } from './page-template.ts';
import { etagOf, type StoredAnswer } from './stored-answer.ts';

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
