import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import type { PhotoRead } from '#features/photos/rules/photo.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { oneUnitLabels, unitText } from '#features/products/rules/unit-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { escapeHtml } from '#platform/server/escape-html.ts';
import { type SharePlace, shareTags, shorten } from './share-tags.ts';

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

const quantities = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 });

/**
 * The title and meta tags of a product's page, as HTML. Chats and search engines that run no script
 * show picture, name, price and county from them. Everything that a farmer wrote is escaped.
 */
export function productMeta(
  product: SharedProduct,
  { language, publicUrl }: SharePlace,
): { title: string; head: string } {
  const { id, name, description, price, unit, quantity, county, photos } = product;
  const locale = { locale: language };
  const title = m.productShareTitle(
    { name, price: moneyText(price), unit: oneUnitLabels[unit]({}, locale) },
    locale,
  );
  const facts = m.productShareDescription(
    {
      farm: farmTitle(product, locale),
      county,
      quantity: quantities.format(quantity),
      unit: unitText(quantity, unit, locale),
    },
    locale,
  );
  const summary = shorten([facts, description].filter(Boolean).join(' '));
  const photo = photos[0];
  const head = shareTags(
    {
      type: 'product',
      path: `/market/${id}`,
      title,
      summary,
      image: photo && { url: photo.url, alt: name },
      more: { 'product:price:amount': price.toFixed(2), 'product:price:currency': 'KES' },
    },
    { language, publicUrl },
  );
  return { title: `${escapeHtml(title)} · SokoShamba`, head };
}
