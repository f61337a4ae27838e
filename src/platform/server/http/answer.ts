import type { Context as HonoContext } from 'hono';
import type { Caller } from '#platform/contract/router.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { describeError, isUnforeseen } from '#platform/server/http/describe-error.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

type RestContext = HonoContext<RequestEnv>;

/** The procedure's own schema validates the input. */
export const unchecked = (value: object) => value as never;

/** Text that cannot be a row's id is NOT_FOUND, even without a session. */
export function pathId(c: RestContext, name = 'id'): number {
  const text = c.req.param(name) ?? '';
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > ID_MAX) throw new AppError('NOT_FOUND');
  return id;
}

/** JavaScript writes 1e-7, and Java 1.0E-4. */
const NUMBER = /^-?\d+(\.\d+)?(e-\d+)?$/i;

export const numberOf = (text: string) => (NUMBER.test(text) ? Number(text) : text);

export type FieldNames = Record<string, string>;

export type Answer = { status?: 200 | 201; body: object };

/** The format is the specification's (§7). */
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

/** An object that is flat in the REST payload is left out. */
function renamed(fieldErrors: Record<string, string>, names: FieldNames) {
  const entries = Object.entries(fieldErrors);
  const isFlat = (outer: string) =>
    entries.some(([name]) => name.startsWith(`${outer}.`) && names[name] !== undefined);
  // A field may be called __proto__.
  return Object.fromEntries(
    entries
      .filter(([name]) => !isFlat(name))
      .map(([name, sentence]) => [names[name] ?? name, sentence]),
  );
}

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
