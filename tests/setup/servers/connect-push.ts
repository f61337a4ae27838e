import { createWebPush } from '#server/adapters/web-push.ts';
import type { Market } from '#tests/setup/market.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';

export function connectPush({ services }: Market, origin: string) {
  const subject = 'mailto:help@test.example';
  services.webPush = createWebPush({ keys: TEST_VAPID_KEYS, subject, ownServices: [origin] });
}
