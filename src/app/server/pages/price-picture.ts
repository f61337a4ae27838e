import type { Context } from 'hono';
import type { Language } from '#platform/rules/language.ts';
import { AppError } from '#platform/server/app-error.ts';
import { heavyWork } from '#platform/server/heavy-work.ts';
import { etagOf, type StoredAnswer, sendStored } from '#platform/server/stored-answers.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { cropPageInput } from '#prices/rules/price-input.ts';
import { browseCropPage } from '#prices/server/get-price-pages.ts';

/** Loaded with the first picture, because the library takes memory. */
const drawing = () => import('./draw-price-picture.ts');

const CACHING = 'public, max-age=3600';
const OTHER_PICTURE = '/og.png';

export const pricePicturePath = (crop: string, county: string | null, language: Language) => {
  const search = new URLSearchParams({
    ...(county && { county }),
    ...(language === 'sw' && { language }),
  });
  return `/prices/${crop}.png${search.size > 0 ? `?${search}` : ''}`;
};

type PictureOptions = { services: Services; clientAddressOf: (c: Context) => string };

export function createPricePicture({ services, clientAddressOf }: PictureOptions) {
  const { calls, storedAnswers, log } = services;
  return async (c: Context, crop: string): Promise<Response> => {
    const language = c.req.query('language') === 'sw' ? 'sw' : 'en';
    const county = c.req.query('county');
    const input = cropPageInput.safeParse({ crop, ...(county && { county }) });
    if (!input.success) return c.redirect(OTHER_PICTURE);
    const key = `picture:${pricePicturePath(input.data.crop, input.data.county ?? null, language)}`;
    const clientAddress = clientAddressOf(c);
    const kept = await storedAnswers.find(key, clientAddress);
    if (kept) return sendStored(c, kept);
    try {
      const mark = storedAnswers.mark();
      const page = await calls.runOrSkip({ clientAddress }, () =>
        browseCropPage(services, input.data),
      );
      if (!page) return c.redirect(OTHER_PICTURE);
      const { encodePricePicture } = await drawing();
      const encode = () => encodePricePicture(page, language);
      const body = new Uint8Array(await heavyWork.run(clientAddress, encode));
      const answer: StoredAnswer = {
        contentType: 'image/png',
        cacheControl: CACHING,
        vary: [],
        etag: etagOf(body),
        body,
        encoded: {},
      };
      storedAnswers.keep(key, { view: 'prices', mark, answer });
      return sendStored(c, answer);
    } catch (error) {
      if (!(error instanceof AppError))
        log.warn({ err: error }, 'the picture of a price could not be drawn');
      return c.redirect(OTHER_PICTURE);
    }
  };
}
