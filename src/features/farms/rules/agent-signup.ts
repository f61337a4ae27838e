import * as z from 'zod/mini';
import { languages } from '#platform/rules/language.ts';
import { fieldError } from '#platform/rules/text/line.ts';
import { farmerSignupInput } from './farm.ts';

/**
 * An account that an agent creates for a farmer without an email. The code that was sent to the
 * farmer is their consent, and `signupToken` its proof.
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

/** The agent's form. Location and proof are added as in the farmer's own form. */
export const agentSignupForm = z.omit(agentSignupInput, {
  location: true,
  signupToken: true,
  deliveryFee: true,
  minimumOrder: true,
});
