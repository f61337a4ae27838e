import type { Context } from 'hono';
import { AppError } from '#server/app-error.ts';
import { browseProduct } from '#server/modules/products/browse.ts';
import type { Services } from '#server/trpc/context.ts';
import type { Language } from '#shared/language.ts';
import { productId } from '#shared/products/product.ts';
import { PRODUCT_DATA } from '#shared/routes.ts';

import type { HotAnswers } from '../hot-answers.ts';
import { embed, fillHead, fillUnknown, storePage } from './page-template.ts';

import { productMeta, type SharedProduct } from './product-meta.ts';
import { sendStored } from './stored-answer.ts';

/** 'unknown': the database could not say. */
export type ProductFinder = (id: number, clientAddress: string) => Promise<SharedProduct | 'notOffered' | 'unknown'>;

export function createProductFinder({ services }: { services: Services }): ProductFinder {
  return async (id, clientAddress) => {
    try {
      await services.readPace.consume(clientAddress);
      return await browseProduct({ services, clientAddress }, { productId: id });
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
  hotAnswers: HotAnswers;
  findProduct: ProductFinder;
  clientAddressOf: (c: Context) => string;
};

/**
 * Answers for /market/{id}: the page that draws itself, with the meta tags of a shared link in its head and with the product itself, so
 * that drawing it needs no further request. A product that is not offered is a 404. When the database is down the page is sent without
 * both, and its script says that it cannot load.
 */
export function createProductPage({ templates, publicUrl, hotAnswers, findProduct, clientAddressOf }: ProductPageOptions) {
  return async (c: Context, language: Language, id: string): Promise<Response> => {
    const known = productId.safeParse(Number(id));
    // By the number, because one number can be written in many ways.
    const key = `page:/market/${known.data}:${language}`;
    const kept = await hotAnswers.find(key);
    if (kept) return sendStored(c, kept);
    const mark = hotAnswers.mark();
    const product = known.success ? await findProduct(known.data, clientAddressOf(c)) : 'notOffered';
    if (typeof product === 'string') {
      return sendStored(c, await storePage(fillUnknown(templates[language], 'product')), product === 'notOffered' ? 404 : 200);
    }
    const { title, head } = productMeta(product, { language, publicUrl });
    const page = fillHead(templates[language], 'product', { title, head: `${head}\n    ${embed(PRODUCT_DATA, product)}` });
    const answer = await storePage(page);
    hotAnswers.keep(key, { view: 'offers', mark, answer });
    return sendStored(c, answer);
  };
}
