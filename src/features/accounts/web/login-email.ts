import * as z from 'zod/mini';
import { forgetKept, keep, readKept } from '#platform/web/ui/browser/tab-storage.ts';

const EMAIL_KEY = 'loginEmail';

/** Stores the email address or phone number after a sign-up, so that the login can fill it in. */
export const keepLoginEmail = (email: string) => keep(EMAIL_KEY, email);
export const readLoginEmail = (): string => readKept(EMAIL_KEY, z.string()) ?? '';
export const forgetLoginEmail = () => forgetKept(EMAIL_KEY);
