import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { AppError } from '#server/app-error.ts';
import type { Connection } from '#server/db/connect.ts';
import { getProduct } from '#server/products/catalogue/get-product.ts';
import type { Services } from '#server/services.ts';
import type { Language } from '#shared/language.ts';
import { productId } from '#shared/product.ts';
import { PAGE_CACHING, PAGE_VARIES_BY } from './page-template.ts';
import { productMeta, type SharedProduct } from './product-meta.ts';
import { etagOf, type StoredAnswer, sendStored } from './stored-answer.ts';

/** 'unknown': the database could not say. */
export type ProductFinder = (id: number) => Promise<SharedProduct | 'notOffered' | 'unknown'>;

export function createProductFinder({ connection, services }: { connection: Connection; services: Services }): ProductFinder {
  return async (id) => {
    try {
      return await getProduct(connection.db, { productId: id }, services);
    } catch (error) {
      if (error instanceof AppError && error.code === 'PRODUCT_NOT_FOUND') return 'notOffered';
      services.log.warn({ err: error }, 'a product page was sent without its meta tags');
      return 'unknown';
    }
  };
}

type ProductPageOptions = {
  /** The built page in each language, with a title and a place for the tags. */
  templates: Record<Language, string>;
  publicUrl: string;
  findProduct: ProductFinder;
};

/**
 * Answers for /market/{id}: the page that draws itself, with what a shared link shows already in its head. What is not offered is
 * a 404 that says so; when the database is down the page comes without, and says by itself that it cannot load.
 */
export function createProductPage({ templates, publicUrl, findProduct }: ProductPageOptions) {
  return async (c: Context, language: Language, id: string): Promise<Response> => {
    const known = productId.safeParse(Number(id));
    const product = known.success ? await findProduct(known.data) : 'notOffered';
    if (typeof product === 'string') {
      const page = fill(templates[language], { title: 'SokoShamba', head: '<meta name="robots" content="noindex" />' });
      return sendStored(c, await store(page), product === 'notOffered' ? 404 : 200);
    }
    return sendStored(c, await store(fill(templates[language], productMeta(product, { language, publicUrl }))));
  };
}

/** `title` and `head` are HTML already. */
const fill = (template: string, { title, head }: { title: string; head: string }) =>
  template.replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`).replace('<!--product-->', () => head);

/** Compressed quickly rather than well: it is sent once. */
async function store(page: string): Promise<StoredAnswer> {
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
