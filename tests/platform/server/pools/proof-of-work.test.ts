import { beforeEach, describe, expect, test } from 'vitest';
import { PROOF_OF_WORK_SECONDS } from '#platform/rules/limits.ts';
import { newcomerPools } from '#platform/server/pools/claim-newcomer.ts';
import {
  type Challenge,
  isProofOfWork,
  makeChallenge,
} from '#platform/server/pools/proof-of-work.ts';
import { solve } from '#platform/web/client/prove-work.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { drainPool } from '#tests/setup/pools.ts';
import { callWithProof } from '#tests/setup/proofs.ts';
import { report } from '#tests/setup/report.ts';
import { call } from '#tests/setup/rest.ts';

const { mail } = newcomerPools;
const PATH = '/api/auth/send-otp';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

describe('E122: a proof of work', () => {
  const ask = (number: number) =>
    call(market, PATH, { email: `newcomer${number}@x.ke`, purpose: 'signup' });

  test('is required once half of a pool is used, and never before', {
    timeout: 120_000,
  }, async () => {
    await drainPool(market, mail, { points: mail.total / 2 - 3 });
    expect([(await ask(1)).status, (await ask(2)).status]).toEqual([200, 200]);
    const refused = await ask(3);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'PROOF_OF_WORK_NEEDED', proofOfWork: { bits: 17 } },
    });
    const body = { email: 'newcomer3@x.ke', purpose: 'signup' };
    expect((await callWithProof(market, { path: PATH, headers: {} }, body)).status).toBe(200);
    expect(market.mailbox.map(({ to }) => to)).toEqual([
      'newcomer1@x.ke',
      'newcomer2@x.ke',
      'newcomer3@x.ke',
    ]);
    report(
      'E122',
      'half of the pool used: 2 requests before it without a proof, 1 after it refused, and answered with a proof',
    );
  });

  test('counts once, for our own challenge, until that expires', {
    timeout: 120_000,
  }, async () => {
    const isProof = (answer: string) => isProofOfWork(answer, market.services);
    const task: Challenge = makeChallenge(market.services);
    const answer = await solve(task);
    expect(await isProof(answer.replace(/:\d+$/, ':x'))).toBe(false);
    expect(await isProof(`${answer}0`)).toBe(false);
    const forged = await solve({
      ...task,
      challenge: task.challenge.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    });
    expect(await isProof(forged)).toBe(false);
    const both = await Promise.all([isProof(answer), isProof(answer)]);
    expect(both.toSorted()).toEqual([false, true]);
    const late = await solve(makeChallenge(market.services));
    market.advance(PROOF_OF_WORK_SECONDS);
    expect(await isProof(late)).toBe(false);
    report(
      'E122',
      'one solution at once twice: accepted 1 time; forged, unsolved and late ones: 0 of 4',
    );
  });
});
