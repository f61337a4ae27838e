import { farmNameText, farmTitle } from '#features/farms/rules/farm-texts.ts';
import { getFarm } from '#features/farms/server/get-farm.ts';
import { browseCards } from '#features/products/server/browse.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { escapeHtml } from '#platform/server/escape-html.ts';
import type { NumberedPage } from './numbered-page.ts';
import { readReviews } from './read-reviews.ts';
import { type SharePlace, shareTags, shorten } from './share-tags.ts';
import { farmData } from './structured/farm-data.ts';

type Farm = Awaited<ReturnType<typeof getFarm>>;

/**
 * The page of a farm with some of its products, starting with the newest or at the `after` of a
 * link to a further page.
 */
export const farmPage: NumberedPage = {
  name: 'farm',
  path: '/farm',
  missing: { code: 'FARM_NOT_FOUND', title: (locale) => m.farmNotFoundTitle({}, { locale }) },
  isPaged: true,
  async find(farmId, { services, clientAddress, after, ...place }) {
    const visitor = { services, clientAddress };
    const [farm, products, reviews] = await Promise.all([
      services.catalogueReads.quick((db) => getFarm(db, { farmId })),
      browseCards({ ...services, clientAddress }, { farmId, ...(after && { cursor: after }) }),
      readReviews(visitor, farmId),
    ]);
    const { title, head } = farmMeta(farm, place);
    return {
      data: { after, farm, products, reviews },
      isPartial: !reviews,
      title,
      head: `${head}\n    ${farmData(farm, reviews, place)}`,
    };
  },
};

/** The title and meta tags of a farm's page, as HTML. */
function farmMeta(farm: Farm, place: SharePlace): { title: string; head: string } {
  const locale = { locale: place.language };
  const { farmId, farmName, farmerFirstName, county } = farm;
  const title = m.farmShareTitle(
    { farm: farmNameText(farmName) ?? m.farmByPerson({ name: farmerFirstName }, locale), county },
    locale,
  );
  const summary = shorten(
    m.farmShareDescription({ farm: farmTitle(farm, locale), county }, locale),
  );
  const head = shareTags({ type: 'website', path: `/farm/${farmId}`, title, summary }, place);
  return { title: `${escapeHtml(title)} · SokoShamba`, head };
}
