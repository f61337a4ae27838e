import type { Hono } from 'hono';
import { apiDescriptions } from '#app/features.ts';
import { DEVELOPERS_PATH } from '#rules/routes.ts';
import { pageLanguage, type RequestEnv } from '#server/http/rest.ts';
import { type OpenApi, writeOpenApi } from '#server/openapi/write-openapi.ts';
import { type StoredAnswer, sendStored } from '#server/stored-answers.ts';
import { drawDevelopersPage } from './developers-page.ts';
import { PAGE_VARIES_BY, storeText } from './pages/page-template.ts';

const OPENAPI_PATH = '/api/openapi.json';

/** Raised when a path or field changes its meaning, not when one is added. */
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
