import * as z from 'zod/mini';
import { languages } from '#platform/rules/language.ts';
import { fieldError } from '#platform/rules/text/line.ts';
import { farmerSignupInput } from './farm.ts';

/**
 * An account that somebody makes for a farmer without an email: the code that the farmer was sent
 * is the consent, `signupToken` its proof.
 */
export const agentSignupInput = z.extend(
  z.omit(farmerSignupInput, {
    email: true,
    password: true,
    userType: true,
    emailVerified: true,
    signupToken: true,
  }),
  {
    language: z.enum(languages, fieldError('fieldInvalid')),
    signupToken: z
      .string(fieldError('fieldInvalid'))
      .check(z.maxLength(100, fieldError('fieldInvalid'))),
  },
);
export type AgentSignup = z.infer<typeof agentSignupInput>;

/** The agent's form; location and proof come as in the farmer's own. */
export const agentSignupForm = z.omit(agentSignupInput, {
  location: true,
  signupToken: true,
  deliveryFee: true,
  minimumOrder: true,
});
