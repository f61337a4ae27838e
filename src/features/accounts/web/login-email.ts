import * as z from 'zod/mini';
import { forgetStored, keep, readStored } from '#platform/web/ui/browser/tab-storage.ts';

const EMAIL_KEY = 'loginEmail';

/** Stores the email address or phone number after a sign-up, so that the login can fill it in. */
export const keepLoginEmail = (email: string) => keep(EMAIL_KEY, email);
export const readLoginEmail = (): string => readStored(EMAIL_KEY, z.string()) ?? '';
export const forgetLoginEmail = () => forgetStored(EMAIL_KEY);
