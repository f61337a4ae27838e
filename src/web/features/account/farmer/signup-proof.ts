import * as z from 'zod/mini';
import { SIGNUP_PROOF_SECONDS } from '#shared/limits.ts';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';

const KEY = 'signupProof';
const shape = z.object({ email: z.string(), signupToken: z.string(), endsAt: z.number() });

/** What the server answered to a right signup code: the proof that this e-mail was verified, while it is taken. */
export const signupProof = {
  keep: (proof: { email: string; signupToken: string }) =>
    keep(KEY, { ...proof, endsAt: Date.now() + SIGNUP_PROOF_SECONDS * 1000 }),
  tokenFor: (email: string): string | null => {
    const proof = readKept(KEY, shape);
    return proof?.email === email && proof.endsAt > Date.now() ? proof.signupToken : null;
  },
  forget: () => forgetKept(KEY),
};
