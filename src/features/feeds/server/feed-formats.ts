import type { FeedName } from '#feeds/rules/feed.ts';
import { BYTE_ORDER_MARK, writeRow } from '#platform/rules/csv.ts';
import { escapeXml } from '#platform/server/escape-html.ts';
import type { FeedItem } from './feed-item.ts';

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

export type FeedFormat = {
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
