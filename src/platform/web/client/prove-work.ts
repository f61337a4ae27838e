import * as z from 'zod/mini';
import { PROOF_OF_WORK_HEADER } from '#platform/rules/proof-of-work.ts';
import { createHasher } from './sha256.ts';

const task = z.object({ challenge: z.string(), bits: z.number() });
const refusal = z.object({
  error: z.object({ data: z.object({ facts: z.object({ proofOfWork: task }) }) }),
});
const answers = z.union([z.tuple([refusal]), refusal]);

/**
 * The header with which to repeat a refused call; null if the refusal doesn't ask for proof of
 * work.
 */
export async function proveWork(answer: Response): Promise<Record<string, string> | null> {
  const read = answers.safeParse(
    await answer
      .clone()
      .json()
      .catch(() => null),
  );
  if (!read.success) return null;
  const { error } = 'error' in read.data ? read.data : read.data[0];
  return { [PROOF_OF_WORK_HEADER]: await solve(error.data.facts.proofOfWork) };
}

/** Shorter than a frame at 60 per second, so that the page stays responsive. */
const STEP_MILLISECONDS = 12;
const HASHES_BETWEEN_LOOKS = 500;

/**
 * Tries numbers until the SHA-256 of "<challenge>:<number>" begins with the given number of zero
 * bits. Works in short steps.
 * @returns "<challenge>:<number>"
 */
export async function solve({ challenge, bits }: z.infer<typeof task>): Promise<string> {
  const firstWord = createHasher();
  let number = 0;
  while (true) {
    const until = performance.now() + STEP_MILLISECONDS;
    do {
      for (const last = number + HASHES_BETWEEN_LOOKS; number < last; number += 1) {
        const text = `${challenge}:${number}`;
        if (Math.clz32(firstWord(text)) >= bits) return text;
      }
    } while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
