import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { CatalogueView } from '#platform/contract/operation.ts';
import { etagOf, type StoredAnswers, sendStored } from '#platform/server/cache/stored-answers.ts';
import type { ClientAddressFinder } from '#platform/server/http/client-address.ts';
import { clientAddress, type RequestEnv } from '#platform/server/http/request-env.ts';
import type { Context } from '#platform/server/trpc/context.ts';

const ADDRESS_MAX = 1000;
const LEFT_OUT = '"leftOut":true';

function viewOf(shown: Context['views']): CatalogueView | null {
  if (shown.length === 0 || shown.includes(null)) return null;
  // Prices are cached longer than the rest.
  if (shown.includes('prices')) return shown.every((view) => view === 'prices') ? 'prices' : null;
  return shown.includes('offers') ? 'offers' : 'counts';
}

/** Other clients cannot read a streamed answer. tRPC accepts either header. */
const isForParts = (c: HonoContext) =>
  Boolean(c.req.header('trpc-accept') || c.req.header('accept')?.includes('jsonl'));

export const addressOf = ({ req: { url } }: HonoContext) =>
  url.slice(url.indexOf('/', 'https://'.length));

export const answerProceduresFromMemory = (
  stored: StoredAnswers,
  findClientAddress: ClientAddressFinder,
): MiddlewareHandler<RequestEnv> =>
  createMiddleware<RequestEnv>(async (c, next) => {
    if (c.req.method !== 'GET' || isForParts(c)) return next();
    const ask = async () => {
      await next();
      return c.res;
    };
    const answer = await answerFromMemory(c, {
      stored,
      findView: () => viewOf(c.get('context')?.views ?? []),
      key: addressOf(c),
      clientAddress: clientAddress(c, findClientAddress),
      ask,
    });
    if (!c.finalized) return answer;
    if (answer !== c.res) c.res = answer;
  });

type Question = {
  stored: StoredAnswers;
  findView: () => CatalogueView | null;
  key: string;
  clientAddress: string;
  ask: () => Promise<Response>;
};

export async function answerFromMemory(
  c: HonoContext,
  { stored, findView, key, clientAddress, ask }: Question,
): Promise<Response> {
  if (key.length > ADDRESS_MAX) return ask();
  const found = await stored.find(key, clientAddress);
  // The next user of the device must not read the answer.
  const cacheControl = c.req.header('authorization') ? 'no-store' : 'no-cache';
  if (found) return sendStored(c, { ...found, cacheControl });
  const mark = stored.mark();
  const answer = await ask();
  const view = findView();
  if (answer.status !== 200 || !view || !stored.recordQuestion(key)) return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  // Counts are left out only for this client.
  if (!Buffer.from(body).includes(LEFT_OUT)) {
    const contentType = answer.headers.get('Content-Type') ?? 'application/json';
    stored.keep(key, {
      view,
      mark,
      answer: { contentType, cacheControl, vary: [], etag: etagOf(body), body, encoded: {} },
    });
  }
  return new Response(body, answer);
}
