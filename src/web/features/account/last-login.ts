import * as z from 'zod/mini';
import { type Role, roles } from '#shared/account.ts';
import { loginPaths } from '#shared/routes.ts';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';

const PAGE_KEY = 'lastLogin';
const EMAIL_KEY = 'loginEmail';

/**
 * Which of the two login pages was open last. A password reset leads back there, because its code does not say whose account it is. Where its
 * link was pressed before the login's script had come, only the browser knows.
 */
export const readLastLogin = (): Role => readKept(PAGE_KEY, z.enum(roles)) ?? (isFromFarmersLogin() ? 'farmer' : 'buyer');
const isFromFarmersLogin = () => document.referrer.endsWith(loginPaths.farmer);
export const keepLastLogin = (role: Role) => keep(PAGE_KEY, role);

/** The email address, or phone number, of somebody who has just signed up, so that the login that follows can fill it in. */
export const keepLoginEmail = (email: string) => keep(EMAIL_KEY, email);
export const readLoginEmail = (): string => readKept(EMAIL_KEY, z.string()) ?? '';
export const forgetLoginEmail = () => forgetKept(EMAIL_KEY);
