import * as z from 'zod/mini';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';

const KEY = 'loginEmail';

/** The address of whoever has just signed up: the login that follows need not ask for it again. */
export const keepLoginEmail = (email: string) => keep(KEY, email);
export const readLoginEmail = (): string => readKept(KEY, z.string()) ?? '';
export const forgetLoginEmail = () => forgetKept(KEY);
