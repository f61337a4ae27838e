import { type KeyScope, keyScopes } from '#platform/rules/key-scopes.ts';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

const texts: Record<KeyScope, Record<Role, (() => string) | null>> = {
  read: { buyer: m.keyScopeReadBuyer, farmer: m.keyScopeReadFarmer },
  stock: { buyer: null, farmer: m.keyScopeStock },
  orders: { buyer: m.keyScopeOrdersBuyer, farmer: m.keyScopeOrdersFarmer },
};

/** The scopes that a role has a use for, with their names. */
export const scopeTexts = (role: Role): [KeyScope, string][] =>
  keyScopes.flatMap((scope) => {
    const text = texts[scope][role];
    return text ? [[scope, text()] as [KeyScope, string]] : [];
  });
