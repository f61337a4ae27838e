import * as z from 'zod/mini';
import { readToken } from '#web/app/session/session.ts';

const refusal = z.object({ message: z.string() });

/** Fetches a file that only its owner may have, anew unless `cache` says otherwise. @throws Error with the server's sentence, or else with `fallback` */
export async function fetchFile(path: string, fallback: string, cache: RequestCache = 'no-store'): Promise<Blob> {
  const headers = { authorization: `Bearer ${readToken() ?? ''}` };
  const answer = await fetch(path, { headers, cache }).catch(() => null);
  const content = answer?.ok ? await answer.blob().catch(() => null) : null;
  if (content) return content;
  const told = answer?.ok ? null : await answer?.json().catch(() => null);
  throw new Error(refusal.safeParse(told).data?.message ?? fallback);
}
