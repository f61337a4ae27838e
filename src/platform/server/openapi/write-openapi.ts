/* The tests compare every answer with this description. */

import type { FieldNotes } from '#platform/contract.ts';
import type { ApiDescription, PathDescription } from './api-description.ts';
import {
  type Components,
  errorResponses,
  errorSchema,
  errorsOf,
  type JsonSchema,
  jsonSchemaOf,
  type Media,
  type Response,
  refTo,
} from './json-schemas.ts';

const commonFields: FieldNotes = {
  cursor: ['The `nextCursor` of the previous page.', 'WyJvcmRlcnMiLDQyXQ'],
  nextCursor: ['The `cursor` of the next page; null on the last.', null],
  limit: ['The most rows of the answer.', 20],
  message: ['A sentence in the language of the request (Accept-Language: en or sw).', 'Done.'],
  latitude: ['Degrees, WGS84.', -0.3],
  longitude: ['Degrees, WGS84.', 36.08],
  takenAt: ['When it was done on the device, if it was offline then.', '2026-11-26T07:30:00.000Z'],
};

const IDEMPOTENCY_HEADER = 'Idempotency-Key';

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
type Reference = { $ref: string };
type Shared = { parameters: Record<string, Parameter>; responses: Record<string, Response> };
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
  security: Record<string, string[]>[];
};
export type OpenApi = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Shared & { schemas: Components; securitySchemes: Record<string, object> };
};

type About = { publicUrl: string; version: string; description: string };

export function writeOpenApi(
  features: readonly ApiDescription[],
  { publicUrl, version, description }: About,
): OpenApi {
  const components: Components = { Error: errorSchema };
  const shared: Shared = { parameters: {}, responses: {} };
  const paths: OpenApi['paths'] = {};
  for (const { title, fields, paths: described } of features) {
    const notes = { ...commonFields, ...fields };
    for (const [route, one] of Object.entries(described)) {
      const [method = '', path = ''] = route.split(' ');
      const openPath = path.replace(/:(\w+)/g, '{$1}');
      const operation = operationOf(one, {
        ...{ method, path, title, notes, components, shared },
      });
      paths[openPath] = { ...paths[openPath], [method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'SokoShamba', version, description },
    servers: [{ url: publicUrl }],
    tags: titlesOf(features).map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      ...shared,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` that POST /api/auth/verify-otp answers.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key from your settings, `ssk_…`. One of the named scopes is enough. Other paths refuse keys.',
        },
      },
    },
  };
}

const titlesOf = (features: readonly ApiDescription[]) => [
  ...new Set(features.flatMap(({ title, paths }) => (Object.keys(paths).length > 0 ? title : []))),
];

type Place = {
  method: string;
  path: string;
  title: string;
  notes: FieldNotes;
  components: Components;
  shared: Shared;
};

function operationOf(one: PathDescription, place: Place): Operation {
  const { method, path, title, notes, components, shared } = place;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const input = inputOf(one, place);
  const body =
    method === 'GET' ? null : bodyOf(one, { input, id: operationIdOf(method, path), components });
  return {
    operationId: operationIdOf(method, path),
    summary: one.summary,
    ...(one.details && { description: one.details }),
    tags: [title],
    parameters: [
      ...inPath.map((name) => pathParameter(name, notes)),
      ...(method === 'GET' ? queryOf(input) : []),
      ...keyParameter(one),
    ].map((parameter) => share(shared, 'parameters', parameter.name, parameter)),
    ...(body && { requestBody: body }),
    responses: Object.fromEntries(
      Object.entries({
        [String(one.status ?? 200)]: answerOf(one, { notes, components }),
        ...errorResponses(errorsOf(one, place)),
      }).map(([status, response]) => [
        status,
        share(shared, 'responses', `Answer${status}`, response),
      ]),
    ),
    security:
      one.by === 'anyone' ? [] : [{ session: [] }, ...(one.keys ? [{ key: [...one.keys] }] : [])],
  };
}

/** "POST /api/farmer/orders/:id/confirm" -> postFarmerOrdersIdConfirm */
const operationIdOf = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .replace(/^\/api/, '')
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

function inputOf({ input, fromPath = {} }: PathDescription, { notes, components }: Place) {
  if (!input) return null;
  const schema = jsonSchemaOf(input, { io: 'input', notes, components });
  const supplied = Object.values(fromPath);
  const { properties = {}, required = [] } = schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !supplied.includes(name)),
    ),
    required: required.filter((name) => !supplied.includes(name)),
  };
}

/** An id, unless the notes have a text as an example. */
function pathParameter(name: string, notes: FieldNotes): Parameter {
  const [description, example = 1] = notes[`path.${name}`] ?? ['The id.'];
  const schema = { type: typeof example === 'string' ? 'string' : 'integer' };
  return { name, in: 'path', required: true, description, schema, example };
}

const queryOf = (input: JsonSchema | null): Parameter[] =>
  Object.entries(input?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: input?.required?.includes(name) ?? false,
    ...(description && { description }),
    schema,
  }));

function keyParameter({ idempotencyKey }: PathDescription): Parameter[] {
  if (!idempotencyKey) return [];
  return [
    {
      name: IDEMPOTENCY_HEADER,
      in: 'header',
      required: idempotencyKey === 'required',
      description:
        'Any 1 to 255 visible ASCII characters, new for each act. A repeated request with the same key gets the first answer and changes nothing.',
      schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
      example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    },
  ];
}

type BodyPlace = { input: JsonSchema | null; id: string; components: Components };

function bodyOf(
  one: PathDescription,
  { input, id, components }: BodyPlace,
): Operation['requestBody'] | null {
  const fields = Object.keys(input?.properties ?? {});
  if (!one.files && fields.length === 0) return null;
  const schema = input ?? { type: 'object', properties: {} };
  const required = Boolean(one.files) || (schema.required ?? []).length > 0;
  if (!one.files) return { required, content: { 'application/json': { schema } } };
  const file = { type: 'string', format: 'binary' };
  const files = { type: 'array', items: file, description: 'The files.', examples: [['(binary)']] };
  const properties = { [one.files]: files };
  if (!one.isFormOrJson) {
    const form = { ...schema, properties: { ...schema.properties, ...properties } };
    return { required, content: { 'multipart/form-data': { schema: form } } };
  }
  components[`${id}Body`] = schema;
  const json = refTo(`${id}Body`);
  const form = { ...json, properties };
  return {
    required,
    content: { 'application/json': { schema: json }, 'multipart/form-data': { schema: form } },
  };
}

function share<Kind extends keyof Shared>(
  shared: Shared,
  kind: Kind,
  ...[name, part]: [name: string, part: Shared[Kind][string]]
): Reference {
  const named: Record<string, unknown> = shared[kind];
  const text = JSON.stringify(part);
  let key = name;
  for (let number = 2; named[key] && JSON.stringify(named[key]) !== text; number += 1)
    key = `${name}${number}`;
  named[key] = part;
  return { $ref: `#/components/${kind}/${key}` };
}

export function partOf<Part extends object>(
  part: Part | Reference,
  shared: Record<string, Part>,
): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const found = shared[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)];
  if (!found) throw new Error(`Nothing is called ${part.$ref}`);
  return found;
}

type AnswerPlace = { notes: FieldNotes; components: Components };

function answerOf(
  { status = 200, answer, file }: PathDescription,
  { notes, components }: AnswerPlace,
): Response {
  const description = status === 201 ? 'Created.' : 'Done.';
  if (status === 204) return { description };
  if (file) {
    const media = { schema: { type: 'string' } };
    return { description, content: Object.fromEntries(file.map((type) => [type, media])) };
  }
  const parts = Array.isArray(answer) ? answer : answer ? [answer] : [];
  const schemas = parts.map((part) =>
    succeeded(jsonSchemaOf(part, { io: 'output', notes, components })),
  );
  const [only = succeeded({ type: 'object' })] = schemas;
  const schema = schemas.length > 1 ? { anyOf: schemas } : only;
  return {
    description,
    content: { 'application/json': { schema } },
  };
}

const succeeded = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { success: { const: true }, ...schema.properties },
  required: ['success', ...(schema.required ?? [])],
});
