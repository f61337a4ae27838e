import type { AnyTRPCProcedure } from '@trpc/server';
import type { Hono } from 'hono';
import * as accounts from '#accounts/server/api.ts';
import { apiDescriptions } from '#app/features.ts';
import * as books from '#books/server/api.ts';
import * as farms from '#farms/server/api.ts';
import * as follows from '#follows/server/api.ts';
import * as lots from '#lots/server/api.ts';
import * as messages from '#messages/server/api.ts';
import * as notifications from '#notifications/server/api.ts';
import * as operator from '#operator/server/api.ts';
import * as orders from '#orders/server/api/procedures.ts';
import * as places from '#places/server/api.ts';
import * as prices from '#prices/server/api.ts';
import * as privacy from '#privacy/server/api.ts';
import * as products from '#products/server/api/procedures.ts';
import { DEVELOPERS_PATH } from '#rules/routes.ts';
import { pageLanguage, type RequestEnv } from '#server/http/rest.ts';
import { type OpenApi, writeOpenApi } from '#server/openapi/write-openapi.ts';
import { type StoredAnswer, sendStored } from '#server/stored-answers.ts';
import {
  createCallerFactory,
  type ProcedureMeta,
  publicProcedure,
  router,
} from '#server/trpc/procedures.ts';
import * as standingOrders from '#standing-orders/server/api.ts';
import * as webhooks from '#webhooks/server/api.ts';
import { drawDevelopersPage } from './developers-page.ts';
import { PAGE_VARIES_BY, storeText } from './pages/page-template.ts';

export const appRouter = router({
  auth: { ...accounts.auth, ...farms.auth, ...privacy.auth },
  otp: accounts.otp,
  buyer: {
    ...accounts.buyer,
    ...products.buyer,
    ...orders.buyer,
    ...standingOrders.buyer,
    ...lots.buyer,
    ...books.buyer,
  },
  farmer: {
    ...farms.farmer,
    ...products.farmer,
    ...orders.farmer,
    ...lots.farmer,
    ...books.farmer,
    ...prices.farmer,
  },
  market: {
    contact: publicProcedure.query(({ ctx: { services } }) => ({
      ...services.support,
      mpesa: services.mpesa !== null,
    })),
    ...farms.market,
    ...products.market,
    ...orders.market,
    ...lots.market,
    ...prices.market,
  },
  places: places.places,
  phone: farms.phone,
  agent: lots.agent,
  conversations: messages.conversations,
  offers: messages.offers,
  notifications: notifications.notifications,
  push: notifications.push,
  webhooks: webhooks.webhooks,
  priceAlerts: prices.priceAlerts,
  follows: follows.follows,
  desk: operator.desk,
});

declare module '#platform/contract.ts' {
  interface Registered {
    router: typeof appRouter;
    caller: ReturnType<typeof createCaller>;
  }
}

/** By name, as "buyer.cart.get". tRPC's type does not say that they are flat. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

export const operations = Object.entries(procedures).flatMap(([name, { _def }]) => {
  const { operation } = (_def.meta ?? {}) as ProcedureMeta;
  return operation ? [{ name, operation }] : [];
});

export const createCaller = createCallerFactory(appRouter);

const OPENAPI_PATH = '/api/openapi.json';

/** Rises when a path or field changes its meaning; additions leave it. */
const API_VERSION = '1.0.0';

const ABOUT =
  'The REST paths of SokoShamba, the market where Kenyan farmers sell directly to buyers. Amounts are in KES, quantities in the unit of the product with two decimals, days are those of Nairobi, moments are in UTC. Lists answer `nextCursor`, which the next request takes as `cursor`. An error has a sentence for people, in the language of Accept-Language (en or sw), and a code for programs. 429 and 503 come with Retry-After in seconds. Readers should ignore fields that they do not know, because new ones may come.';

export const describeApi = (publicUrl: string): OpenApi =>
  writeOpenApi(apiDescriptions, { publicUrl, version: API_VERSION, description: ABOUT });

export function mountApiDescription(
  app: Hono<RequestEnv>,
  { publicUrl, supportEmail }: { publicUrl: string; supportEmail: string },
) {
  const made = new Map<string, Promise<StoredAnswer>>();
  const once = (key: string, make: () => Promise<StoredAnswer>) => {
    const answer = made.get(key) ?? make();
    made.set(key, answer);
    return answer;
  };
  app.get(OPENAPI_PATH, async (c) => {
    const answer = await once(OPENAPI_PATH, () =>
      storeText(JSON.stringify(describeApi(publicUrl)), 'application/json'),
    );
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendStored(c, answer);
  });
  app.get(DEVELOPERS_PATH, async (c) => {
    const language = pageLanguage(c);
    const answer = await once(language, () =>
      storeText(
        drawDevelopersPage(describeApi(publicUrl), { language, supportEmail }),
        'text/html; charset=utf-8',
        PAGE_VARIES_BY,
      ),
    );
    c.header('Content-Language', language);
    return sendStored(c, answer);
  });
}
