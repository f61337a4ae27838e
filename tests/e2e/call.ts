import type { APIRequestContext } from 'playwright/test';

/** Calls a procedure with this token, without the screens. */
export async function call(
  request: APIRequestContext,
  token: string,
  { path, input }: { path: string; input: object },
) {
  const answer = await request.post(`/trpc/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    data: input,
  });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()).result.data;
}
