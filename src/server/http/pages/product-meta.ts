import { escapeHtml } from '#server/escape-html.ts';
import { farmTitle } from '#shared/farm-texts.ts';
import type { Language } from '#shared/language.ts';
import { moneyText } from '#shared/money.ts';
import type { PhotoRead } from '#shared/photo.ts';
import type { Unit } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { oneUnitLabels, unitText } from '#shared/unit-texts.ts';

/** The facts of a product that its shared link shows. */
export type SharedProduct = {
  id: number;
  name: string;
  description: string | null;
  price: number;
  unit: Unit;
  quantity: number;
  farmName: string;
  county: string;
  photos: PhotoRead[];
};

const DESCRIPTION_LENGTH = 200;
const quantities = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 });

type Place = { language: Language; publicUrl: string };

/**
 * Title and meta tags of a product's page, as HTML: chats and search engines that run no script show picture, name, price and
 * county from these. All that a farmer wrote is escaped.
 */
export function productMeta(product: SharedProduct, { language, publicUrl }: Place): { title: string; head: string } {
  const { id, name, description, price, unit, quantity, county, photos } = product;
  const locale = { locale: language };
  const title = m.productShareTitle({ name, price: moneyText(price), unit: oneUnitLabels[unit]({}, locale) }, locale);
  const facts = m.productShareDescription(
    { farm: farmTitle(product, locale), county, quantity: quantities.format(quantity), unit: unitText(quantity, unit, locale) },
    locale,
  );
  const summary = shorten([facts, description].filter(Boolean).join(' '));
  const url = `${publicUrl}/market/${id}`;
  const photo = photos[0];
  const properties: Record<string, string> = {
    'og:type': 'product',
    'og:site_name': 'SokoShamba',
    'og:title': title,
    'og:description': summary,
    'og:url': url,
    'og:locale': language === 'sw' ? 'sw_KE' : 'en_KE',
    'og:image': `${publicUrl}${photo ? photo.url : '/og.png'}`,
    'og:image:alt': photo ? name : m.ogImageAlt({}, locale),
    'product:price:amount': price.toFixed(2),
    'product:price:currency': 'KES',
  };
  const head = [
    `<meta name="description" content="${escapeHtml(summary)}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
  return { title: `${escapeHtml(title)} · SokoShamba`, head };
}

/** In one line, cut between two words. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`;
}
