export const roles = ['buyer', 'farmer'] as const;
declare global {
  type Role = (typeof roles)[number];
}

/** An operation without a scope refuses API keys. */
export const keyScopes = ['read', 'stock', 'orders'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** People and scanners of leaked secrets recognise keys by it. */
export const KEY_PREFIX = 'ssk_';
