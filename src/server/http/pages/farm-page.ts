import type { Context } from 'hono';
import { AppError } from '#server/app-error.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { getFarm } from '#server/modules/farms/get-farm.ts';
import type { Services } from '#server/trpc/context.ts';
import { farmNameText, farmTitle } from '#shared/farm-texts.ts';
import type { Language } from '#shared/language.ts';
import { getFarmInput } from '#shared/products/product.ts';
import { FARM_DATA } from '#shared/routes.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { HotAnswers } from '../hot-answers.ts';
import { embed, fillHead, fillUnknown, storePage } from './page-template.ts';
import { type SharePlace, shareTags, shorten } from './share-tags.ts';
import { sendStored } from './stored-answer.ts';

type Farm = Awaited<ReturnType<typeof getFarm>>;

/** 'unknown': the database did not answer. */
export type FarmFinder = (id: number, clientAddress: string) => Promise<Farm | 'notFound' | 'unknown'>;

export function createFarmFinder({ services }: { services: Services }): FarmFinder {
  return async (farmId, clientAddress) => {
    try {
      await services.readPace.consume(clientAddress);
      return await services.catalogueReads.quick(clientAddress, (db) => getFarm(db, { farmId }));
    } catch (error) {
      if (error instanceof AppError && error.code === 'FARM_NOT_FOUND') return 'notFound';
      services.log.warn({ err: error }, 'a farm page was sent without its meta tags');
      return 'unknown';
    }
  };
}

type FarmPageOptions = {
  /** The built page in each language, with a title and a place for the tags. */
  templates: Record<Language, string>;
  publicUrl: string;
  hotAnswers: HotAnswers;
  findFarm: FarmFinder;
  clientAddressOf: (c: Context) => string;
};

/** Answers for /farm/{id}, as createProductPage does for a product: the page that draws itself, with the farm and its tags in the head. */
export function createFarmPage({ templates, publicUrl, hotAnswers, findFarm, clientAddressOf }: FarmPageOptions) {
  return async (c: Context, language: Language, id: string): Promise<Response> => {
    const known = getFarmInput.safeParse({ farmId: Number(id) });
    const key = `page:/farm/${known.data?.farmId}:${language}`;
    const kept = await hotAnswers.find(key);
    if (kept) return sendStored(c, kept);
    const mark = hotAnswers.mark();
    const farm = known.success ? await findFarm(known.data.farmId, clientAddressOf(c)) : 'notFound';
    if (typeof farm === 'string') {
      return sendStored(c, await storePage(fillUnknown(templates[language], 'farm')), farm === 'notFound' ? 404 : 200);
    }
    const { title, head } = farmMeta(farm, { language, publicUrl });
    const page = fillHead(templates[language], 'farm', { title, head: `${head}\n    ${embed(FARM_DATA, farm)}` });
    const answer = await storePage(page);
    hotAnswers.keep(key, { view: 'offers', mark, answer });
    return sendStored(c, answer);
  };
}

/** Title and meta tags of a farm's page, as HTML. */
function farmMeta(farm: Farm, place: SharePlace): { title: string; head: string } {
  const locale = { locale: place.language };
  const { farmId, farmName, farmerFirstName, county } = farm;
  const title = m.farmShareTitle(
    { farm: farmNameText(farmName) ?? m.farmByPerson({ name: farmerFirstName }, locale), county },
    locale,
  );
  const summary = shorten(m.farmShareDescription({ farm: farmTitle(farm, locale), county }, locale));
  const head = shareTags({ type: 'website', path: `/farm/${farmId}`, title, summary }, place);
  return { title: `${escapeHtml(title)} · SokoShamba`, head };
}
