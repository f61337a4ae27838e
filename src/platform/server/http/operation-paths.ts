import { type Context, Hono } from 'hono';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import type { Operation } from '#platform/contract/operation.ts';
import { answer, numberOf, pathId } from './answer.ts';
import type { RequestEnv } from './request-env.ts';

/** Answers the REST path of each operation that has one by its procedure. */
export function operationPaths(
  operations: readonly { name: string; operation: Operation }[],
): Hono<RequestEnv> {
  const paths = new Hono<RequestEnv>();
  for (const { name, operation } of operations) {
    if (!operation.rest) continue;
    const [method = '', path = ''] = operation.rest.split(' ');
    paths.on(method, path, (c) =>
      answer(c, async (caller, body) => {
        const input = operation.input && inputOf(c, { schema: operation.input, path, body });
        const { status, under } = operation;
        const result = await procedureOf(caller, name)(input);
        return { ...(status && { status }), body: under ? { [under]: result } : result };
      }),
    );
  }
  return paths;
}

/** By its name in the router, as "buyer.standingOrders.list". */
const procedureOf = (caller: object, name: string) =>
  name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], caller) as (
    input: unknown,
  ) => Promise<object>;

type Asked = { schema: $ZodType; path: string; body: object };

/**
 * The body, or the query of a GET without its empty parts. The parameters of the path override what
 * it contains.
 */
function inputOf(c: Context<RequestEnv>, { schema, path, body }: Asked) {
  const query = Object.entries(c.req.method === 'GET' ? c.req.query() : {}).filter(
    ([, text]) => text !== '',
  );
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return {
    ...body,
    ...Object.fromEntries(query.map(([name, text]) => [name, numberOf(text)])),
    ...Object.fromEntries(
      parameters.map((name) => [
        name,
        isNumber(schema, name) ? pathId(c, name) : c.req.param(name),
      ]),
    ),
  };
}

function isNumber(schema: $ZodType, name: string): boolean {
  const { def } = (schema as $ZodTypes)._zod;
  return def.type === 'object' && def.shape[name]?._zod.def.type === 'number';
}
