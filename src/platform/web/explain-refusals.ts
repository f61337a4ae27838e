import { m } from '#text';

/**
 * Errors that an old page gets from a newer server: a removed procedure, or input of another shape.
 */
const CAUSED_BY_AGE = new Set(['NOT_FOUND', 'INVALID_INPUT']);

export async function explainRefusals(response: Response) {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const errors = [answer].flat().flatMap((one) => errorOf(one) ?? []);
  const caused = errors.filter(({ data }) => CAUSED_BY_AGE.has(data.code));
  if (caused.length === 0) return response;
  for (const error of caused) {
    error.message = m.updateNeeded();
    error.data = { ...error.data, fieldErrors: {} };
  }
  return new Response(JSON.stringify(answer), {
    status: response.status,
    headers: { 'Content-Type': 'application/json' },
  });
}

type RefusedCall = { message: string; data: { code: string; fieldErrors?: object } };

function errorOf(answer: unknown): RefusedCall | null {
  const error = (answer as { error?: Partial<RefusedCall> } | null)?.error;
  return typeof error?.data?.code === 'string' ? (error as RefusedCall) : null;
}
