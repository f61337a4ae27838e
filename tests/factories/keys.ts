import { apiKeys } from '#accounts/server/tables/sessions.ts';
import { KEY_PREFIX, type KeyScope } from '#rules/role.ts';
import { createToken, sha256 } from '#server/hashes.ts';
import type { Market } from '#tests/setup/market.ts';

export async function insertKeyOf(market: Market, userId: number, scopes: readonly KeyScope[]) {
  const key = KEY_PREFIX + createToken();
  await market.db.insert(apiKeys).values({
    userId,
    name: 'test',
    keyHash: sha256(key),
    ending: key.slice(-4),
    scopes: [...scopes],
    createdAt: market.services.clock(),
  });
  return key;
}
