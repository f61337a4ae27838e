import { farmTitle } from '#farms/rules/farm-texts.ts';
import { FEED_BRAND_MAX, FEED_TITLE_MAX } from '#feeds/rules/limits.ts';
import { photoFileName } from '#photos/rules/photo.ts';
import type { Language } from '#platform/rules/language.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { findCrop } from '#products/rules/crops.ts';
import { pricedUnitText, unitText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import type { FeedRow } from './queries.ts';

export type FeedItem = {
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

export function feedItem(row: FeedRow, { publicUrl, language }: Place): FeedItem {
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

function factsOf({ farmName, county, quantity, unit }: FeedRow, language: Language): string {
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

function productType({ category, crop }: FeedRow, language: Language): string {
  const found = crop ? findCrop(crop) : null;
  if (!found) return category;
  return `${category} > ${language === 'sw' ? found.swahili : found.english}`;
}

/** Catalogues compute the price per kilogram or litre from it. */
function measureOf({ unit, netWeightKg }: FeedRow): string {
  if (unit === 'kg') return '1 kg';
  if (unit === 'litres') return '1 l';
  return netWeightKg ? `${netWeightKg} kg` : '';
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Counts whole code points. */
const cut = (text: string, most: number) => [...text].slice(0, most).join('');
