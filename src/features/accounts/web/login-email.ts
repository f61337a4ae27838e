import * as z from 'zod/mini';
import { forgetStored, keep, readStored } from '#platform/web/ui/browser/tab-storage.ts';

const EMAIL_KEY = 'loginEmail';

/** For filling in the login after a sign-up; also a phone number. */
export const keepLoginEmail = (email: string) => keep(EMAIL_KEY, email);
export const readLoginEmail = (): string => readStored(EMAIL_KEY, z.string()) ?? '';
export const forgetLoginEmail = () => forgetStored(EMAIL_KEY);
