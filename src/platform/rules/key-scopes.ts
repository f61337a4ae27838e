/** A procedure or REST handler without a scope refuses API keys. */
export const keyScopes = ['read', 'stock', 'orders'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** By which people and scanners of leaked secrets recognise a key. */
export const KEY_PREFIX = 'ssk_';
