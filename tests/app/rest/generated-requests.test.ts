import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '#app/server/developers/describe-api.ts';
import type { JsonSchema } from '#platform/server/openapi/json-schemas.ts';
import type { Operation } from '#platform/server/openapi/write-openapi.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { INTERNALS } from '#tests/hostile/parts/odd-values.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';

/*
 * Requests made from the published description alone: mostly as it says, and partly not. Every
 * answer must be below 500, without internals, and as described, which the request itself checks.
 */
const RUNS = Number(process.env.GENERATED_REQUESTS ?? 12);

const { paths, components } = describeApi('http://localhost');
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '\u0000', '\ud800', '-1', 1e308, -0.001, 2 ** 53, 'x'.repeat(5000), null),
);

function describedValue(schema: JsonSchema): Arbitrary<unknown> {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (schema.$ref)
    return describedValue(
      components.schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {},
    );
  if (alternatives) return fc.oneof(...alternatives.map(describedValue));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const byType: Record<string, () => Arbitrary<unknown>> = {
    integer: () => fc.integer({ min: 0, max: 50 }),
    number: () => fc.double({ min: 0, max: 5000, noNaN: true }),
    boolean: () => fc.boolean(),
    array: () => fc.array(schema.items ? describedValue(schema.items) : anything, { maxLength: 4 }),
    object: () => bodyOf(schema),
    null: () => fc.constant(null),
  };
  const text = () =>
    fc.oneof(
      fc.constant(schema.examples?.[0] ?? 'text'),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
  return fc.oneof(...[schema.type ?? ''].flat().map((type) => (byType[type] ?? text)()));
}

const bodyOf = ({ properties = {} }: JsonSchema): Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        fc.oneof(
          { weight: 6, arbitrary: describedValue(field) },
          { weight: 1, arbitrary: anything },
        ),
      ]),
    ),
    { requiredKeys: [] },
  );

const pathId = fc.oneof(fc.constantFrom('1', '2'), fc.webSegment({ size: 'small' }));

const requestOf = (operation: Operation) => {
  const of = (place: string) => operation.parameters.filter((one) => one.in === place);
  const json = operation.requestBody?.content['application/json'];
  const isForm = Boolean(operation.requestBody) && !json;
  return fc.record({
    ids: fc.tuple(pathId, pathId),
    query: bodyOf({
      properties: Object.fromEntries(of('query').map(({ name, schema }) => [name, schema])),
    }),
    key: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 300 }), { nil: undefined }),
    body: json ? bodyOf(json.schema) : fc.constant(isForm ? '' : undefined),
    who: fc.constantFrom('buyer', 'farmer', 'nobody'),
    language: fc.constantFrom('en', 'sw', '*'),
  });
};

describe('C20: requests generated from the description', () => {
  let market: Market;
  let tokens: Record<string, string>;
  beforeAll(async () => {
    market = await makeMarket();
    const [farm, buyer] = [await makeFarm(market), await makeTestBuyer(market)];
    await makeProduct(market, farm);
    tokens = { buyer: buyer.token, farmer: farm.token };
  });

  test.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s never fails',
    async (_, { method, path, operation }) => {
      await fc.assert(
        fc.asyncProperty(requestOf(operation), async (request) => {
          const token = tokens[request.who];
          const ids = [...request.ids];
          const target = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(ids.shift() ?? '1'));
          const response = await market.request(`${target}?${queryText(request.query)}`, {
            method: method.toUpperCase(),
            ...(token && !path.includes('/logout') && { token }),
            ...(method !== 'get' && request.body !== undefined && { body: request.body }),
            headers: {
              'accept-language': request.language,
              ...(request.key !== undefined && { 'idempotency-key': request.key.trim() }),
            },
          });
          const text = await response.text();
          expect(text).not.toMatch(INTERNALS);
          const isMissingService = response.status === 503 && text.includes('SMS_UNAVAILABLE');
          if (!isMissingService) expect(response.status).toBeLessThan(500);
        }),
        { numRuns: RUNS },
      );
    },
  );

  test('says how many there were', () => {
    expect(operations.length).toBeGreaterThan(70);
    report('C20', `${operations.length} paths × ${RUNS} requests from the description: no 5xx`);
  });
});

function queryText(query: object): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value.replaceAll(/\p{Cs}/gu, '\ufffd') : JSON.stringify(value),
  ]);
  return new URLSearchParams(entries).toString();
}
