import { type Context, Hono } from 'hono';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import type { Operation } from '#platform/contract/operation.ts';
import { addressOf, answerFromMemory } from '#platform/server/cache/answer-from-memory.ts';
import { answer, numberOf, pathId } from './answer.ts';
import type { RequestEnv } from './request-env.ts';

type RestContext = Context<RequestEnv>;

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
  const [stored, key] = [services.storedAnswers, addressOf(c)];
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
