import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { setQuantities } from '#products/server/set-quantities.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import type { Market } from '#tests/setup/market.ts';
import type { Received } from '#tests/setup/servers/receiver.ts';
import { giveTurns } from '#webhooks/server/feature.ts';
import { secretOf } from '#webhooks/server/manage-webhooks.ts';
import { insertWebhook } from '#webhooks/server/queries.ts';

export async function makeWebhook(market: Market, person: { id: number }, url: string) {
  const now = market.services.clock();
  const row = { userId: person.id, url, createdAt: now, restsUntil: now };
  const webhook = await insertWebhook(market.db, row);
  return { id: webhook.id, secret: secretOf(webhook, market.services.secret) };
}

type FarmProducts = { id: number; productIds: number[] };

export async function makeFarmsWithWebhooks(
  market: Market,
  { farms, products, urlOf }: { farms: number; products: number; urlOf: (id: number) => string },
): Promise<FarmProducts[]> {
  const made: FarmProducts[] = [];
  while (made.length < farms) {
    const { id } = await makeFarm(market);
    const productIds: number[] = [];
    while (productIds.length < products)
      productIds.push((await makeProduct(market, { id }, { quantity: 5 })).id);
    await makeWebhook(market, { id }, urlOf(id));
    made.push({ id, productIds });
  }
  return made;
}

export const countProducts = (market: Market, farms: FarmProducts[], quantity: number) =>
  Promise.all(
    farms.map(({ id: farmerId, productIds }) => {
      const lines = productIds.map((productId) => ({ productId, quantity }));
      return setQuantities(
        { ...market.services, db: market.db, user: { id: farmerId } },
        { lines },
      );
    }),
  );

export async function sendDue(market: Market) {
  await giveTurns(market.db, market.services);
  return market.runOutbox();
}

export function isVerified(
  received: Received | undefined,
  { secret, now }: { secret: string; now: Date },
): boolean {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {});
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  } finally {
    vi.useRealTimers();
  }
}
