import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import type { CatalogueView, Operation } from '#platform/contract.ts';
import type { Context } from '../context.ts';
import { etagOf, type StoredAnswers, sendStored } from '../stored-answers.ts';
import type { ClientAddressFinder } from './client-address.ts';
import { answer, clientAddress, numberOf, pathId, type RequestEnv } from './rest.ts';

type RestContext = HonoContext<RequestEnv>;

export function operationPaths(
  operations: readonly { name: string; operation: Operation }[],
): Hono<RequestEnv> {
  const paths = new Hono<RequestEnv>();
  for (const { name, operation } of operations) {
    if (!operation.rest) continue;
    const [method = '', path = ''] = operation.rest.split(' ');
    paths.on(method, path, (c) => {
      const ask = () =>
        answer(c, async (caller, body) => {
          const input = inputOf(c, { operation, path, body });
          const { status, under } = operation;
          const result = await procedureOf(caller, name)(input);
          return { ...(status && { status }), body: under ? { [under]: result } : result };
        });
      return operation.shows ? answerSharedFromMemory(c, operation, ask) : ask();
    });
  }
  return paths;
}

/** Such as "buyer.standingOrders.list". */
const procedureOf = (caller: object, name: string) =>
  name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], caller) as (
    input: unknown,
  ) => Promise<object>;

/** The procedure refuses users who may not ask. */
async function answerSharedFromMemory(
  c: RestContext,
  { by, keys, shows = 'offers' }: Operation,
  ask: () => Promise<Response>,
) {
  const { services, session, clientAddress, bearer } = c.get('context');
  if (by !== 'anyone') {
    const current = await services.calls.run({ clientAddress, bearer }, () => session(keys));
    if (by !== 'user' && current?.role !== by) return ask();
    if (!current) return ask();
  }
  const [stored, key] = [services.storedAnswers, cacheKeyOf(c)];
  return answerFromMemory(c, { stored, findView: () => shows, key, clientAddress, ask });
}

type Asked = { operation: Operation; path: string; body: object };

/** Path parameters override the body or query. */
function inputOf(c: RestContext, { operation: { input, fromPath = {} }, path, body }: Asked) {
  if (!input) return undefined;
  const query = Object.entries(c.req.method === 'GET' ? c.req.query() : {}).filter(
    ([, text]) => text !== '',
  );
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return {
    ...body,
    ...Object.fromEntries(
      query.map(([name, text]) => [name, readValue(text, typeOf(input, name))]),
    ),
    ...Object.fromEntries(
      parameters.map((name) => {
        const field = fromPath[name] ?? name;
        return [field, typeOf(input, field) === 'number' ? pathId(c, name) : c.req.param(name)];
      }),
    ),
  };
}

function readValue(text: string, type: string | undefined): string | number | boolean {
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return numberOf(text);
}

function typeOf(schema: $ZodType, name: string): string | undefined {
  const { def } = (schema as $ZodTypes)._zod;
  return def.type === 'object' ? typeIn(def.shape[name]) : undefined;
}

function typeIn(field: $ZodType | undefined): string | undefined {
  const { def } = (field as $ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'optional' || def?.type === 'nullable' ? typeIn(def.innerType) : def?.type;
}

const CACHE_KEY_MAX = 1000;
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

export const cacheKeyOf = ({ req: { url } }: HonoContext) =>
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
      key: cacheKeyOf(c),
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
) {
  if (key.length > CACHE_KEY_MAX) return ask();
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
