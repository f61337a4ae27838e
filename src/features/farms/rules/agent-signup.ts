import * as z from 'zod/mini';
import { languages } from '#platform/rules/language.ts';
import { fieldError } from '#platform/rules/text/line.ts';
import { farmerSignupInput } from './farm.ts';

/** The code was sent to the farmer and is their consent. `signupToken` is its proof. */
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

export const agentSignupForm = z.omit(agentSignupInput, {
  location: true,
  signupToken: true,
  deliveryFee: true,
  minimumOrder: true,
});
