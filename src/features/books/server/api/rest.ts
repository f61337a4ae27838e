import { Hono } from 'hono';
import { answerError, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

/** GET /api/farmer/books.csv?month=2026-03&kind=sales -> a month's sales or payouts as a file */
export const farmerBooksFile = new Hono<RequestEnv>().get('/', async (c) => {
  try {
    const { month, kind } = c.req.query();
    const { csv, name } = await c.get('caller').farmer.books.export(unchecked({ month, kind }));
    return c.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  } catch (error) {
    return answerError(c, error);
  }
});
