import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errors } from '#platform/rules/errors.ts';
import type { PathDescription } from './api-description.ts';
import { type JsonSchema, type Response, refTo } from './json-schemas.ts';

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
export function errorSentence(code: ErrorCode): string {
  const inputs = new Proxy<Record<string, unknown>>(amounts, {
    get: (known, name) => known[String(name)] ?? `{${String(name)}}`,
    has: () => true,
  });
  return errors[code].text(inputs as never, { locale: 'en' });
}
