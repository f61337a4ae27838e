import { formBody, MULTIPART, type Part } from '#tests/factories/forms.ts';
import type { Market } from './market.ts';

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };
type Options = { token?: string; headers?: Record<string, string>; method?: string };

export async function call(
  market: Market,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Answer> {
  return answerOf(await market.request(path, { ...options, body }));
}

export async function sendForm(
  market: Market,
  path: string,
  parts: Part[],
  { token, headers, method = 'POST' }: Options = {},
): Promise<Answer> {
  const response = await market.app.request(path, {
    method,
    headers: {
      'content-type': MULTIPART,
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: new Uint8Array(formBody(parts)),
  });
  return answerOf(response);
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: JSON.parse(await response.text()),
});

export async function outcomeOf(calling: Promise<unknown>): Promise<string> {
  try {
    await calling;
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function refusalOf(
  calling: Promise<unknown>,
): Promise<{ code: string; retryAfterSeconds?: number; field?: string }> {
  try {
    await calling;
  } catch (error) {
    if (error instanceof Error && error.cause instanceof Error && 'details' in error.cause) {
      return { code: error.message, ...(error.cause.details as object) };
    }
    throw error;
  }
  throw new Error('The call was not refused');
}
