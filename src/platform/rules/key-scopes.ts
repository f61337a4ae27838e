/**
 * The scopes of API keys. A procedure or REST handler names the scopes that open it; without one it
 * refuses keys.
 */
export const keyScopes = ['read', 'stock', 'orders'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The beginning of every key, by which people and scanners of leaked secrets recognise it. */
export const KEY_PREFIX = 'ssk_';
