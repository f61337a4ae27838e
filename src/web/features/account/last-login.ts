import * as z from 'zod/mini';
import { type Role, roles } from '#shared/account.ts';
import { keep, readKept } from '#web/ui/browser/tab-storage.ts';

const KEY = 'lastLogin';

/** Which of the two login pages was open last: a new password leads back there, for its code doesn't say whose account it is. */
export const readLastLogin = (): Role => readKept(KEY, z.enum(roles)) ?? 'buyer';
export const keepLastLogin = (role: Role) => keep(KEY, role);
