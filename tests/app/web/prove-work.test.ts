import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { unsentCode } from '#features/accounts/web/codes/code-step.ts';
import { PROOF_OF_WORK_HEADER } from '#platform/rules/proof-of-work.ts';
import { proveWork } from '#platform/web/client/prove-work.ts';
import { createHasher } from '#platform/web/client/sha256.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const answer = (body: unknown) => new Response(JSON.stringify(body), { status: 429 });
const refusal = (data: object) => ({ error: { message: 'Please try again.', data } });

describe('E122: the proof of work in the browser', () => {
  test('its hash is SHA-256 for texts of every length that fits into one block', () => {
    const firstWord = createHasher();
    for (let length = 0; length <= 55; length += 1) {
      const text = 'k7.Z_'.repeat(11).slice(0, length);
      expect(firstWord(text) >>> 0).toBe(digest(text).readUInt32BE());
    }
    expect(() => firstWord('x'.repeat(56))).toThrow('does not fit');
  });

  test('solves the challenge in the refusal of a single call, and of a batch of one', async () => {
    const facts = { proofOfWork: { challenge: 'abc', bits: 8 } };
    const one = refusal({ code: 'PROOF_OF_WORK_NEEDED', facts });
    for (const body of [one, [one]]) {
      const headers = await proveWork(answer(body));
      const solution = headers?.[PROOF_OF_WORK_HEADER] ?? '';
      expect(solution).toMatch(/^abc:\d+$/);
      expect(digest(solution)[0]).toBe(0);
    }
  });

  test('does no work for any other refusal', async () => {
    expect(await proveWork(answer(refusal({ code: 'TOO_MANY_ATTEMPTS' })))).toBeNull();
    expect(await proveWork(new Response('<html>', { status: 429 }))).toBeNull();
  });
});

test('A121: after "no code was sent" another one may be requested at once', () => {
  const step = unsentCode('a@x.ke', 'No code was sent.', {
    code: 'CODE_NOT_SENT',
    retryAfterSeconds: 3000,
  });
  expect(step.resendAt).toBeLessThanOrEqual(Date.now());
  expect(step).toMatchObject({ expiresAt: null, problem: 'No code was sent.' });
});
