import { PROOF_OF_WORK_HEADER } from '#platform/rules/proof-of-work.ts';
import { solve } from '#platform/web/client/prove-work.ts';
import type { Market } from './market.ts';
import { type Answer, call } from './rest.ts';

type Path = { path: string; headers: Record<string, string> };

export async function callWithProof(
  market: Market,
  { path, headers }: Path,
  body: object,
): Promise<Answer> {
  const first = await call(market, path, body, { headers });
  if (first.body.code !== 'PROOF_OF_WORK_NEEDED') return first;
  const proof = await solve(first.body.proofOfWork as Parameters<typeof solve>[0]);
  return call(market, path, body, { headers: { ...headers, [PROOF_OF_WORK_HEADER]: proof } });
}
