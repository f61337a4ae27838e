import { beforeAll, describe, expect, test } from 'vitest';
import { apiDescriptions } from '#app/features.ts';
import { describeApi } from '#app/server/developers/describe-api.ts';
import type { JsonSchema } from '#platform/server/openapi/json-schemas.ts';
import type { OpenApi } from '#platform/server/openapi/write-openapi.ts';
import { problemOfValue } from '#tests/setup/answers/described-answers.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

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

let market: Market;
beforeAll(async () => {
  market = await makeMarket();
});

const api = describeApi('https://soko.example');
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

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
    const response = await market.request('/api/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const served = (await response.json()) as OpenApi;
    expect(served.openapi).toBe('3.1.0');
    expect(Object.keys(served.paths)).toEqual(Object.keys(api.paths));
    const etag = response.headers.get('etag') ?? '';
    const again = await market.request('/api/openapi.json', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('says what every field means, and gives an example of it', () => {
    const silent: string[] = [];
    const examine = (where: string, schema: JsonSchema) => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const isSaid = field.description !== undefined || name === 'success';
        if (!isSaid) silent.push(`${where}.${name}`);
        examine(`${where}.${name}`, field);
      }
      for (const one of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])])
        examine(where, one);
    };
    for (const [name, schema] of Object.entries(api.components.schemas)) examine(name, schema);
    for (const { path, method, operation } of operations) {
      const place = `${method} ${path}`;
      for (const { name, description } of operation.parameters)
        if (!description) silent.push(`${place} ?${name}`);
      const bodies = [
        ...Object.values(operation.requestBody?.content ?? {}),
        ...Object.values(operation.responses['200']?.content ?? {}),
        ...Object.values(operation.responses['201']?.content ?? {}),
      ];
      for (const { schema } of bodies) examine(place, schema);
    }
    expect([...new Set(silent)]).toEqual([]);
  });

  test('has an example of every body and answer, and they are as described', () => {
    for (const { operation } of operations) {
      const media = [
        ...Object.values(operation.requestBody?.content ?? {}),
        ...Object.values(operation.responses).flatMap(
          ({ content }) => content?.['application/json'] ?? [],
        ),
      ];
      for (const { schema, example } of media) {
        // A file.
        if (schema.type === 'string') continue;
        expect(example, operation.operationId).toBeDefined();
        expect(problemOfValue(schema, example), operation.operationId).toBeNull();
      }
    }
  });

  test('has an example of every parameter, and they are as described', () => {
    for (const { operation } of operations)
      for (const { name, schema, example = schema.examples?.[0] } of operation.parameters) {
        const where = `${operation.operationId} ${name}`;
        if (!schema.enum && schema.default === undefined) expect(example, where).toBeDefined();
        if (example !== undefined) expect(problemOfValue(schema, example), where).toBeNull();
      }
  });

  test('says that the name of a catalogue is a text', () => {
    const [name] = api.paths['/api/feeds/{name}']?.get?.parameters ?? [];
    expect(name).toMatchObject({ schema: { type: 'string' }, example: 'google.xml' });
  });

  test('says of every amount that it is in KES', () => {
    const amounts = new Set<string>();
    const examine = (name: string, schema: JsonSchema) => {
      const isNumber = [schema.type ?? ''].flat().includes('number');
      if (isNumber && AMOUNT.test(name)) {
        amounts.add(name);
        expect(schema.description, name).toContain('KES');
      }
      for (const [inside, field] of Object.entries(schema.properties ?? {})) examine(inside, field);
      for (const one of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])])
        examine(name, one);
    };
    for (const [name, schema] of Object.entries(api.components.schemas)) examine(name, schema);
    for (const { operation } of operations) {
      for (const { name, description = '', schema } of operation.parameters)
        examine(name, { ...schema, description });
      for (const { content } of [
        operation.requestBody,
        ...Object.values(operation.responses),
      ].flatMap((one) => one ?? []))
        for (const { schema } of Object.values(content ?? {})) examine('', schema);
    }
    expect(amounts.size).toBeGreaterThan(15);
  });

  test('refers only to objects that it has', () => {
    const text = JSON.stringify(api);
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(new Set(named).size).toBeGreaterThan(10);
    expect(named.filter((name = '') => !(name in api.components.schemas))).toEqual([]);
    expect(text).not.toContain('$defs');
  });
});

describe('the page for developers', () => {
  test.each(['en', 'sw'] as const)('is complete without a script, in %s', async (language) => {
    const response = await market.request('/developers', {
      headers: { 'accept-language': language },
    });
    expect(response.headers.get('content-type')).toContain('text/html');
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toMatch(/<script|(?:src|href)="https?:/);
    for (const { operation } of operations) expect(html).toContain(`id="${operation.operationId}"`);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  });
});
