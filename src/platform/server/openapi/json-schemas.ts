import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { type FieldNotes, schemaFacts } from '#platform/contract.ts';
import { errors } from '#rules/errors.ts';
import type { PathDescription } from './api-description.ts';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  examples?: unknown[];
  pattern?: string;
  additionalProperties?: JsonSchema | boolean;
  $defs?: Record<string, JsonSchema>;
  $schema?: string;
  id?: string;
  minimum?: number;
  maximum?: number;
};
export type Components = Record<string, JsonSchema>;

export type Media = { schema: JsonSchema };
export type Response = { description: string; content?: Record<string, Media> };

const COMPONENTS = '#/components/schemas/';

export const refTo = (id: string): JsonSchema => ({ $ref: COMPONENTS + id });

type Reading = { io: 'input' | 'output'; notes: FieldNotes; components: Components };

/** The first feature that uses a named schema describes it. */
export function jsonSchemaOf(schema: $ZodType, { io, notes, components }: Reading): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    metadata: schemaFacts,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Readers must accept fields that are added later.
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      const { anyOf: [value, none] = [] } = jsonSchema;
      if (none?.type === 'null' && typeof value?.type === 'string' && !value.enum && !value.id) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, value, { type: [value.type, 'null'] });
      }
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as JsonSchema;
  const text = JSON.stringify(made).replaceAll('"#/$defs/', `"${COMPONENTS}`);
  const { $defs = {}, $schema: _, ...root } = JSON.parse(text) as JsonSchema;
  for (const [id, { id: _id, ...component }] of Object.entries($defs))
    components[id] ??= withNotes(component, { notes, owner: id });
  return withNotes(root, { notes, owner: io === 'input' ? 'input' : 'answer' });
}

type Noting = { notes: FieldNotes; owner?: string };

function withNotes(schema: JsonSchema, noting: Noting): JsonSchema {
  const inside = (one: JsonSchema) => withNotes(one, noting);
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, field]) => [
          name,
          { ...noteOf(name, noting), ...withNotes(field, { ...noting, owner: name }) },
        ]),
      ),
    }),
    ...(schema.items && { items: inside(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inside) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(inside) }),
    ...(schema.allOf && { allOf: schema.allOf.map(inside) }),
  };
}

function noteOf(name: string, { notes, owner }: Noting): JsonSchema {
  const [description, example] = notes[`${owner}.${name}`] ?? notes[name] ?? [];
  return {
    ...(description && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Made from the examples of its fields. */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref)
    return exampleOf(components[schema.$ref.slice(COMPONENTS.length)] ?? {}, components);
  if ('const' in schema) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return exampleOf(first, components);
  const [type = ''] = [schema.type ?? ''].flat();
  if (type === 'array') return schema.items ? [exampleOf(schema.items, components)] : [];
  if (type === 'boolean') return true;
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [
        name,
        exampleOf(field, components),
      ]),
    );
  return exampleByType[schema.format ?? type] ?? null;
}

const exampleByType: Record<string, unknown> = {
  'date-time': '2026-11-26T07:30:00.000Z',
  date: '2026-11-28',
  integer: 1,
  number: 1,
  string: 'text',
  object: {},
};

export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'What went wrong. Some codes add facts, such as old and new prices.',
  required: ['success', 'message', 'code'],
  properties: {
    success: { const: false },
    message: {
      type: 'string',
      description: 'A sentence for people, in the language of the request.',
      examples: ['We could not find that order.'],
    },
    code: {
      type: 'string',
      description:
        'The code for programs. It stays the same in every version. The page for developers has the sentence of each.',
      examples: ['ORDER_NOT_FOUND'],
    },
    fieldErrors: {
      type: 'object',
      description: 'A sentence for each invalid field, by its name; nested names are dotted.',
      additionalProperties: { type: 'string' },
      examples: [{}],
    },
  },
};

export function errorsOf(
  one: PathDescription,
  { method, path }: { method: string; path: string },
): ErrorCode[] {
  const isChange = method !== 'GET';
  return [
    ...(one.by === 'anyone' ? [] : (['NOT_LOGGED_IN'] as const)),
    ...keyErrorsOf(one),
    ...(one.by === 'farmer' ? (['FARMERS_ONLY'] as const) : []),
    ...(one.by === 'buyer' ? (['BUYERS_ONLY'] as const) : []),
    ...(one.input || isChange ? (['INVALID_INPUT'] as const) : []),
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(isChange ? (['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const) : []),
    ...(one.idempotencyKey ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(one.errors ?? []),
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
    'UNEXPECTED',
  ];
}

function keyErrorsOf({ by, keys }: PathDescription): ErrorCode[] {
  if (by === 'anyone') return [];
  return keys ? ['KEY_INVALID', 'KEY_SCOPE_MISSING'] : ['KEY_NOT_ALLOWED'];
}

export function errorResponses(codes: readonly ErrorCode[]): Record<string, Response> {
  const statuses = [...new Set(codes.map((code) => errors[code].status))];
  return Object.fromEntries(
    statuses.map((status): [string, Response] => {
      const ofStatus = [...new Set(codes)].filter((code) => errors[code].status === status).sort();
      const schema = { ...refTo('Error'), properties: { code: { enum: ofStatus } } };
      const description = STATUS_CODES[status] ?? '';
      return [String(status), { description, content: { 'application/json': { schema } } }];
    }),
  );
}

/** For sentences whose words depend on amounts. */
const amounts = {
  name: '{name}',
  unit: '{unit}',
  quantity: 12,
  count: 3,
  seconds: 60,
  orders: 1,
  refunds: 0,
  payouts: 0,
};

/** Values appear as names, such as {limit}. */
export function errorSentence(code: ErrorCode) {
  const inputs = new Proxy<Record<string, unknown>>(amounts, {
    get: (known, name) => known[String(name)] ?? `{${String(name)}}`,
    has: () => true,
  });
  return errors[code].text(inputs as never, { locale: 'en' });
}
