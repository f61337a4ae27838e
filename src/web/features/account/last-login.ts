import * as z from 'zod/mini';
import { type Role, roles } from '#shared/account.ts';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';

const PAGE_KEY = 'lastLogin';
const EMAIL_KEY = 'loginEmail';

/** Which of the two login pages was open last. A password reset leads back there, because its code does not say whose account it is. */
export const readLastLogin = (): Role => readKept(PAGE_KEY, z.enum(roles)) ?? 'buyer';
export const keepLastLogin = (role: Role) => keep(PAGE_KEY, role);

/** The email address, or phone number, of somebody who has just signed up, so that the login that follows can fill it in. */
export const keepLoginEmail = (email: string) => keep(EMAIL_KEY, email);
export const readLoginEmail = (): string => readKept(EMAIL_KEY, z.string()) ?? '';
export const forgetLoginEmail = () => forgetKept(EMAIL_KEY);
