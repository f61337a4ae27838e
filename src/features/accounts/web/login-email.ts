import * as z from 'zod/mini';
import { forgetKept, keep, readKept } from '#platform/web/ui/browser/tab-storage.ts';

const EMAIL_KEY = 'loginEmail';

/**
 * The email address, or phone number, of somebody who has just signed up, so that the login that
 * follows can fill it in.
 */
export const keepLoginEmail = (email: string) => keep(EMAIL_KEY, email);
export const readLoginEmail = (): string => readKept(EMAIL_KEY, z.string()) ?? '';
export const forgetLoginEmail = () => forgetKept(EMAIL_KEY);
