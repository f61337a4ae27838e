import { farmTitle } from '#farms/rules/farm-texts.ts';
import { getFarm } from '#farms/server/own-farm.ts';
import { photoFileName } from '#photos/rules/photo.ts';
import { findCrop } from '#products/rules/crops.ts';
import { pricedUnitText, unitText } from '#products/rules/product-texts.ts';
import { figureText, shillingsOf } from '#rules/amounts.ts';
import { BYTE_ORDER_MARK, writeRow } from '#rules/csv.ts';
import { dayInNairobi } from '#rules/day.ts';
import { escapeXml } from '#server/escape-html.ts';
import { m } from '#text';
import { FEED_BRAND_MAX, FEED_PAGE_SIZE, FEED_TITLE_MAX, type FeedName } from '../rules.ts';
import { type FeedRow, listFeedRows } from './queries.ts';

export type Wanted = { name: FeedName; farmId?: number | undefined; language: Language };

/**
 * Holds no connection between pages. Leaves out products without a photo, because Google and Meta
 * refuse them. Throws before the first piece.
 */
export async function* writeFeed(
  { name, farmId, language }: Wanted,
  { clock, catalogueReads, publicUrl }: Pick<Services, 'clock' | 'catalogueReads' | 'publicUrl'>,
): AsyncGenerator<string, void> {
  const format = feedFormats[name];
  const farm =
    farmId === undefined ? null : await catalogueReads.quick((db) => getFarm(db, { farmId }));
  yield format.begin({
    title: farm ? farmTitle(farm, { locale: language }) : 'SokoShamba',
    link: farm ? `${publicUrl}/farm/${farm.farmId}` : `${publicUrl}/market`,
  });
  const question = { today: dayInNairobi(clock()), farmId: farmId ?? null };
  let afterId = 0;
  for (let hasMore = true; hasMore; ) {
    const page = { ...question, afterId };
    const rows = await catalogueReads.quick((db) => listFeedRows(db, page));
    if (rows.length > 0)
      yield rows.map((row) => format.item(feedItem(row, { publicUrl, language }))).join('');
    afterId = rows.at(-1)?.id ?? afterId;
    hasMore = rows.length === FEED_PAGE_SIZE;
  }
  yield format.end;
}

type FeedTitle = { title: string; link: string };
type Column = [name: string, cell: (item: FeedItem) => string];

const common: Column[] = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['description', ({ description }) => description],
  ['link', ({ link }) => link],
  ['image_link', ({ imageLink }) => imageLink],
  ['price', ({ price }) => price],
  ['condition', () => 'new'],
  ['brand', ({ brand }) => brand],
  ['product_type', ({ productType }) => productType],
];

/** Each reader spells "in stock" differently. */
const google: Column[] = [
  ...common,
  ['availability', () => 'in_stock'],
  // Produce has no barcode.
  ['identifier_exists', () => 'no'],
  ['expiration_date', ({ expirationDate }) => expirationDate],
  ['unit_pricing_measure', ({ unitPricingMeasure }) => unitPricingMeasure],
];
const meta: Column[] = [...common, ['availability', () => 'in stock']];

type FeedFormat = {
  contentType: string;
  begin: (title: FeedTitle) => string;
  item: (item: FeedItem) => string;
  end: string;
};

function table(columns: Column[], separator: ',' | '\t'): FeedFormat {
  const kind = separator === ',' ? 'csv' : 'tab-separated-values';
  return {
    contentType: `text/${kind}; charset=utf-8`,
    begin: () =>
      BYTE_ORDER_MARK +
      writeRow(
        columns.map(([name]) => name),
        separator,
      ),
    item: (item) =>
      writeRow(
        columns.map(([, cell]) => cell(item)),
        separator,
      ),
    end: '',
  };
}

/** RSS 2.0 with Google's product namespace, which Meta reads as well. */
const rss = (columns: Column[]): FeedFormat => ({
  contentType: 'application/xml; charset=utf-8',
  begin: ({ title, link }) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>${escapeXml(title)}</title>\n<link>${escapeXml(link)}</link>\n<description>${escapeXml(title)}</description>\n`,
  item: (item) => {
    const fields = columns.flatMap(([name, cell]) => {
      const text = cell(item);
      return text ? [`<g:${name}>${escapeXml(text)}</g:${name}>`] : [];
    });
    return `<item>\n${fields.join('\n')}\n</item>\n`;
  },
  end: '</channel>\n</rss>\n',
});

export const feedFormats: Record<FeedName, FeedFormat> = {
  'google.xml': rss(google),
  'google.csv': table(google, ','),
  'google.tsv': table(google, '\t'),
  'meta.xml': rss(meta),
  'meta.csv': table(meta, ','),
};

type FeedItem = {
  id: string;
  /** Includes the unit, because a catalogue's price is for one piece. */
  title: string;
  description: string;
  link: string;
  imageLink: string;
  /** "150.00 KES" */
  price: string;
  brand: string;
  productType: string;
  expirationDate: string;
  unitPricingMeasure: string;
};

/** Google scales pictures itself, and takes none below 100 pixels. */
const PHOTO_PIXELS = 1600;

type Place = { publicUrl: string; language: Language };

function feedItem(row: FeedRow, { publicUrl, language }: Place): FeedItem {
  const { id, name, description, unit, netWeightKg, expiryDate, contentHash } = row;
  const locale = { locale: language };
  const priced = pricedUnitText(unit, netWeightKg, locale);
  return {
    id: String(id),
    title: cut(oneLine(`${name}, ${priced}`), FEED_TITLE_MAX),
    description: oneLine(description) || factsOf(row, language),
    link: `${publicUrl}/market/${id}`,
    imageLink: `${publicUrl}/photos/${photoFileName(contentHash, PHOTO_PIXELS, 'jpg')}`,
    price: `${shillingsOf(row.priceCents).toFixed(2)} KES`,
    brand: cut(oneLine(farmTitle(row, locale)), FEED_BRAND_MAX),
    productType: productType(row, language),
    expirationDate: expiryDate ? `${expiryDate}T23:59+0300` : '',
    unitPricingMeasure: measureOf(row),
  };
}

function factsOf({ farmName, county, quantity, unit }: FeedRow, language: Language) {
  const locale = { locale: language };
  return m.productShareDescription(
    {
      farm: farmTitle({ farmName, county }, locale),
      county,
      quantity: figureText(quantity),
      unit: unitText(quantity, unit, locale),
    },
    locale,
  );
}

function productType({ category, crop }: FeedRow, language: Language) {
  const found = crop ? findCrop(crop) : null;
  if (!found) return category;
  return `${category} > ${language === 'sw' ? found.swahili : found.english}`;
}

/** Catalogues compute the price per kilogram or litre from it. */
function measureOf({ unit, netWeightKg }: FeedRow) {
  if (unit === 'kg') return '1 kg';
  if (unit === 'litres') return '1 l';
  return netWeightKg ? `${netWeightKg} kg` : '';
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Counts whole code points. */
const cut = (text: string, most: number) => [...text].slice(0, most).join('');
