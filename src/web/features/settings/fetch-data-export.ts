import * as z from 'zod/mini';
import { m } from '#shared/text/compiled/messages.js';
import { readToken } from '#web/app/session/session.ts';

const refusal = z.object({ message: z.string() });

/** Everything that is kept about the person who asks, as a file's content. @throws Error with a sentence */
export async function fetchDataExport(): Promise<Blob> {
  const headers = { authorization: `Bearer ${readToken() ?? ''}` };
  const answer = await fetch('/api/auth/export', { headers, cache: 'no-store' }).catch(() => null);
  if (answer?.ok) return answer.blob().catch(() => fail());
  return fail(refusal.safeParse(await answer?.json().catch(() => null)).data?.message);
}

function fail(sentence?: string): never {
  throw new Error(sentence ?? m.exportFailed());
}
