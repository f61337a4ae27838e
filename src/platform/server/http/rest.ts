import { getConnInfo } from '@hono/node-server/conninfo';
import { TRPCError } from '@trpc/server';
import type { Context, Context as HonoContext } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie, setCookie } from 'hono/cookie';
import { $ZodError } from 'zod/v4/core';
import type { Caller } from '#platform/contract.ts';
import { errors } from '#rules/errors.ts';
import { isLanguage, LANGUAGE_COOKIE, languages } from '#rules/language.ts';
import { ID_MAX } from '#rules/limits.ts';
import { fieldText } from '#rules/text/field-texts.ts';
import { AppError, type ErrorDetails, errorText } from '../app-error.ts';
import type { Context as CallContext } from '../context.ts';
import { isDatabaseUnavailable } from '../db/deadlines.ts';
import type { ClientAddressFinder } from './client-address.ts';

export type RequestEnv = {
  Variables: {
    context: CallContext;
    caller: Caller;
    language: Language;
    log: () => Logger;
    requestId: string;
    cacheControl?: string;
  };
};

/** Over REST it is a header, so that bodies match the specification. */
export const DEVICE_TOKEN_HEADER = 'X-Device-Token';

export const clientAddress = (c: HonoContext, find: ClientAddressFinder) =>
  find(peerAddress(c), c.req.header('x-forwarded-for'));

function peerAddress(c: HonoContext) {
  return c.env && 'incoming' in c.env ? getConnInfo(c).remote.address : undefined;
}

export function requestLanguage(c: Context): Language {
  const chosen = getCookie(c, LANGUAGE_COOKIE);
  if (isLanguage(chosen)) return chosen;
  const accepted = accepts(c, {
    header: 'Accept-Language',
    supports: [...languages],
    default: 'en',
    match: (wanted, { supports }) => {
      const bases = wanted
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => type.toLowerCase().split('-')[0] ?? '');
      return bases.find((base) => supports.includes(base)) ?? 'en';
    },
  });
  return isLanguage(accepted) ? accepted : 'en';
}

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** `?language=sw` is for browsers without JavaScript. */
export function pageLanguage(c: Context): Language {
  const chosen = c.req.query('language');
  if (!isLanguage(chosen)) return requestLanguage(c);
  setCookie(c, LANGUAGE_COOKIE, chosen, { path: '/', maxAge: COOKIE_SECONDS, sameSite: 'Lax' });
  return chosen;
}

type RestContext = HonoContext<RequestEnv>;

/** The procedure's own schema validates the input. */
export const unchecked = (value: object) => value as never;

/** Text that cannot be a row's id is NOT_FOUND, even without a session. */
export function pathId(c: RestContext, name = 'id') {
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

type DescribedError = {
  code: ErrorCode;
  status: (typeof errors)[ErrorCode]['status'];
  message: string;
  /** Names of nested fields are dotted; their first part has the message too. */
  fieldErrors?: Record<string, string>;
  retryAfterSeconds?: number;
  codeExpiresInSeconds?: number;
  facts?: Record<string, unknown>;
};

const trpcRefusals: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'INVALID_INPUT',
  BAD_REQUEST: 'INVALID_INPUT',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'NOT_FOUND',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

export function describeError(error: unknown, language: Language): DescribedError {
  const known = asAppError(error);
  const { status } = errors[known.code];
  const message = errorText(known, language);
  const zodError = causeOf(error, (cause) => cause instanceof $ZodError);
  if (zodError instanceof $ZodError) {
    const sentences = sentencesOf(zodError, language);
    // A single sentence becomes the message.
    const [only, ...others] = new Set(sentences.values());
    return {
      code: 'INVALID_INPUT',
      status: 400,
      message: only && others.length === 0 ? only : message,
      fieldErrors: fieldErrorsOf(sentences),
    };
  }
  const { field, retryAfterSeconds, codeExpiresInSeconds, facts } = known.details;
  return {
    code: known.code,
    status,
    message,
    ...(field !== undefined && { fieldErrors: { [field]: message } }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(codeExpiresInSeconds !== undefined && { codeExpiresInSeconds }),
    ...(facts && { facts }),
  };
}

export const isUnforeseen = (error: unknown) => asAppError(error).code === 'UNEXPECTED';

function asAppError(error: unknown): { code: ErrorCode; details: ErrorDetails } {
  const known = causeOf(error, (cause) => cause instanceof AppError);
  if (known instanceof AppError) return known;
  if (isDatabaseUnavailable(error)) return { code: 'UNAVAILABLE', details: {} };
  if (causeOf(error, (cause) => cause instanceof $ZodError))
    return { code: 'INVALID_INPUT', details: {} };
  const refusal = error instanceof TRPCError ? trpcRefusals[error.code] : undefined;
  return { code: refusal ?? 'UNEXPECTED', details: {} };
}

function causeOf(error: unknown, isSought: (cause: unknown) => boolean): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isSought(cause)) return cause;
  return undefined;
}

/** An empty value is both missing and misshapen, so only the first sentence counts. */
function sentencesOf(error: $ZodError, language: Language): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const name = path.join('.');
    if (!found.has(name)) found.set(name, fieldText(message, language));
  }
  return found;
}

function fieldErrorsOf(sentences: Map<string, string>): Record<string, string> {
  const found = new Map<string, string>();
  for (const [path, sentence] of sentences) {
    const [outer = ''] = path.split('.');
    for (const name of [path, outer]) if (name && !found.has(name)) found.set(name, sentence);
  }
  // A key may be called __proto__.
  return Object.fromEntries(found);
}
