import { apiDescriptions } from '#app/features.ts';
import { describeApi } from '#app/server/describe-api.ts';
import { exampleOf, type JsonSchema } from '#server/openapi/json-schemas.ts';
import { type OpenApi, partOf } from '#server/openapi/write-openapi.ts';
import { problemOfValue } from '#tests/setup/answers/described-answers.ts';
import { givenOneMarket, market, request } from '#tests/setup/in-market.ts';

const OF_THE_PLATFORM = [
  'GET /healthz',
  'GET /readyz',
  'GET /.well-known/security.txt',
  'GET /photos/:name',
  'POST /share-target',
  'GET /api/openapi.json',
  'GET /developers',
];

const AMOUNT =
  /price|amount|total|fee$|deposit$|sales$|minimum|min_?order|^(low|median|high|paid|asked|spent|earned|refund|payout|difference|cost)$/i;

givenOneMarket();

const api = describeApi('https://soko.example');
const { components } = api;
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: {
      ...operation,
      parameters: operation.parameters.map((one) => partOf(one, components.parameters)),
      responses: Object.values(operation.responses).map((one) => partOf(one, components.responses)),
    },
  })),
);

type Field = { where: string; name: string; schema: JsonSchema };

const fieldsOf = (where: string, name: string, schema: JsonSchema): Field[] => [
  { where, name, schema },
  ...Object.entries(schema.properties ?? {}).flatMap(([inside, field]) =>
    fieldsOf(`${where}.${inside}`, inside, field),
  ),
  ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) =>
    fieldsOf(where, name, one),
  ),
];

const allFields = [
  ...Object.entries(api.components.schemas).flatMap(([name, schema]) =>
    fieldsOf(name, name, schema),
  ),
  ...operations.flatMap(({ path, method, operation }) =>
    [operation.requestBody, ...operation.responses]
      .flatMap((one) => Object.values(one?.content ?? {}))
      .flatMap(({ schema }) => (schema.$ref ? [] : fieldsOf(`${method} ${path}`, '', schema))),
  ),
];
const parameters = operations.flatMap(({ operation }) => operation.parameters);

describe('the description of the REST paths', () => {
  test('has every mounted path, and no others', () => {
    const mounted = new Set(
      market.app.routes
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method} ${path}`),
    );
    const described = apiDescriptions.flatMap(({ paths, partnerPaths = [] }) => [
      ...Object.keys(paths),
      ...partnerPaths,
    ]);
    expect([...described, ...OF_THE_PLATFORM].sort()).toEqual([...mounted].sort());
  });

  test('is served as JSON, with a validator, to other sites too', async () => {
    const path = '/api/openapi.json';
    const response = await request(path);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const served = (await response.json()) as OpenApi;
    expect(served.openapi).toBe('3.1.0');
    expect(Object.keys(served.paths)).toEqual(Object.keys(api.paths));
    const etag = headers.get('etag') ?? '';
    const again = await request(path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('says what every field means', () => {
    const silent = allFields.flatMap(({ where, schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([name, field]) => field.description === undefined && name !== 'success')
        .map(([name]) => `${where}.${name}`),
    );
    expect([...new Set(silent)]).toEqual([]);
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
  });

  test('has an example of every body, answer and parameter, and they are as described', () => {
    for (const { operation } of operations) {
      const { operationId, parameters, requestBody, responses } = operation;
      const media = [
        ...Object.values(requestBody?.content ?? {}),
        ...responses.flatMap(({ content }) => content?.['application/json'] ?? []),
      ];
      for (const one of media) {
        const schema = partOf<JsonSchema>(one.schema, components.schemas);
        if (schema.type === 'string') continue;
        const example = exampleOf(schema, components.schemas);
        expect(problemOfValue(schema, example), operationId).toBeNull();
      }
      for (const { name, schema, example = schema.examples?.[0] } of parameters) {
        const where = `${operationId} ${name}`;
        if (!schema.enum && schema.default === undefined) expect(example, where).toBeDefined();
        if (example !== undefined) expect(problemOfValue(schema, example), where).toBeNull();
      }
    }
  });

  test('says of every amount that it is in KES', () => {
    const amounts = [
      ...allFields,
      ...parameters.map(({ name, description = '', schema }) => ({
        name,
        schema: { ...schema, description },
      })),
    ].filter(
      ({ name, schema }) => [schema.type ?? ''].flat().includes('number') && AMOUNT.test(name),
    );
    for (const { name, schema } of amounts) expect(schema.description, name).toContain('KES');
    expect(new Set(amounts.map(({ name }) => name)).size).toBeGreaterThan(15);
  });

  test('refers only to objects that it has', () => {
    const text = JSON.stringify(api);
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(new Set(named).size).toBeGreaterThan(10);
    expect(named.filter((name = '') => !(name in api.components.schemas))).toEqual([]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(280_000);
    expect(text).not.toContain('$defs');
  });
});

test.each(['en', 'sw'] as const)(
  'the page for developers is complete without a script, in %s',
  async (language) => {
    const headers = { 'accept-language': language };
    const response = await request('/developers', { headers });
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toMatch(/<script|(?:src|href)="https?:/);
    for (const { operation } of operations) expect(html).toContain(`id="${operation.operationId}"`);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  },
);
