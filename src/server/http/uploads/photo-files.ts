import { Hono } from 'hono';
import type { PhotoStore } from '#server/adapters/photo-store.ts';
import { AppError } from '#server/app-error.ts';
import type { RequestEnv } from '#server/http/request-context.ts';
import { answerError } from '#server/http/rest/answer.ts';
import { PHOTO_SIZES_PIXELS } from '#shared/limits.ts';

/** The only names that reach the store: no dots, slashes or upper case. */
const NAME = new RegExp(`^[0-9a-f]{64}-(${PHOTO_SIZES_PIXELS.join('|')})\\.(webp|jpg)$`);

/** GET /photos/<hash>-<size>.<format>: a stored picture. It never changes under its name. */
export const photoFiles = (store: PhotoStore) =>
  new Hono<RequestEnv>().get('/:name', async (c) => {
    const name = c.req.param('name');
    const file = NAME.test(name) ? await store.get(name) : null;
    if (!file) return answerError(c, new AppError('NOT_FOUND'));
    return c.body(file.bytes, 200, {
      'Content-Type': file.contentType,
      'Content-Disposition': 'inline',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
  });
