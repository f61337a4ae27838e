import * as z from 'zod/mini';
import { firstName, lastName } from '#features/accounts/rules/account.ts';

/** The name of a farmer who joins by USSD. */
export const joinNameInput = z.object({ firstName, lastName });
