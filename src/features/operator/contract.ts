import * as z from 'zod/mini';
import { operation } from '#platform/contract.ts';
import {
  authenticationResponse,
  loginPasswordInput,
  newPasswordInput,
  registrationResponse,
} from './rules/desk-input.ts';

const linkInput = z.object({ token: z.string().check(z.maxLength(100)) });

/* Mutations, because the input of a query is in its address, which proxies log. */

export const openLink = operation({ by: 'anyone', input: linkInput });
export const offerPasskey = operation({ by: 'anyone', input: linkInput });
export const choosePasskey = operation({
  by: 'anyone',
  input: z.extend(linkInput, { response: registrationResponse }),
});
export const choosePassword = operation({
  by: 'anyone',
  input: z.extend(linkInput, newPasswordInput.shape),
});
export const askForPasskey = operation({ by: 'anyone' });
export const logInWithPasskey = operation({ by: 'anyone', input: authenticationResponse });
export const logInWithPassword = operation({ by: 'anyone', input: loginPasswordInput });
