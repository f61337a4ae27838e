import type { Context as HonoContext } from 'hono';
import type { Caller } from '#platform/contract/router.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { describeError, isUnforeseen } from '#platform/server/http/describe-error.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

type RestContext = HonoContext<RequestEnv>;

/** Casts unvalidated input to a procedure's type. The procedure's own schema validates it. */
export const unchecked = (value: object) => value as never;

/**
 * The id in a path.
 * @throws AppError NOT_FOUND, even without a session, for text that cannot be a row's id
 */
export function pathId(c: RestContext, name = 'id'): number {
  const text = c.req.param(name) ?? '';
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > ID_MAX) throw new AppError('NOT_FOUND');
  return id;
}

/**
 * Digits, optionally with decimals. Numbers close to zero have an exponent: JavaScript writes 1e-7,
 * and Java 1.0E-4.
 */
const NUMBER = /^-?\d+(\.\d+)?(e-\d+)?$/i;

/**
 * Parses a number in a query or form. Other text stays text, which the procedure's schema refuses.
 */
export const numberOf = (text: string) => (NUMBER.test(text) ? Number(text) : text);

/** Maps a procedure's field names to different names in the REST payload. */
export type FieldNames = Record<string, string>;

export type Answer = { status?: 200 | 201; body: object };

/**
 * Runs one procedure for a REST path and answers in the format of the specification's table (§7).
 */
export async function answer(
  c: RestContext,
  run: (caller: Caller, body: Record<string, unknown>) => Promise<Answer>,
  names: FieldNames = {},
) {
  try {
    const { status = 200, body } = await run(c.get('caller'), await readBody(c));
    return c.json({ success: true, ...body }, status);
  } catch (error) {
    return answerError(c, error, names);
  }
}

/**
 * An error as JSON: a `message` for people, a `code` and perhaps facts for programs, and
 * `fieldErrors` for invalid fields.
 */
export function answerError(c: HonoContext, error: unknown, names: FieldNames = {}) {
  const { language = 'en', log } = c.var as Partial<RequestEnv['Variables']>;
  if (isUnforeseen(error)) log?.().error({ err: error }, 'a request failed unexpectedly');
  const { code, status, message, fieldErrors, retryAfterSeconds, codeExpiresInSeconds, facts } =
    describeError(error, language);
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return c.json(
    {
      success: false,
      message,
      code,
      ...(fieldErrors && { fieldErrors: renamed(fieldErrors, names) }),
      ...(codeExpiresInSeconds !== undefined && { codeExpiresInSeconds }),
      ...facts,
    },
    status,
  );
}

/**
 * An object of the procedure that is flat in the REST payload is left out: its fields have the
 * messages.
 */
function renamed(fieldErrors: Record<string, string>, names: FieldNames) {
  const entries = Object.entries(fieldErrors);
  const isFlat = (outer: string) =>
    entries.some(([name]) => name.startsWith(`${outer}.`) && names[name] !== undefined);
  // Built from entries, because a field may be called __proto__.
  return Object.fromEntries(
    entries
      .filter(([name]) => !isFlat(name))
      .map(([name, sentence]) => [names[name] ?? name, sentence]),
  );
}

/**
 * The JSON object of a request; an empty one without a body.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, INVALID_INPUT
 */
async function readBody(c: RestContext): Promise<Record<string, unknown>> {
  if (c.req.method === 'GET') return {};
  const text = await c.req.text();
  if (text === '') return {};
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const body: unknown = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('INVALID_INPUT');
  return body as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('INVALID_INPUT', {}, error);
  }
}
