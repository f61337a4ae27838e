import type { Offer, Product, QuantitativeValue } from 'schema-dts';
import type { PhotoRead } from '#photos/rules/photo.ts';
import type { Day } from '#platform/rules/day.ts';
import type { Category } from '#products/rules/categories.ts';
import { cropPicture } from '#products/rules/crop-picture.ts';
import type { Unit } from '#products/rules/product.ts';
import { oneUnitLabels, pricedUnitText } from '#products/rules/unit-texts.ts';
import { m } from '#text';
import type { SharePlace } from '../share-tags.ts';
import { type FarmFacts, farmAsSeller, positionOf, reachOf } from './farm-data.ts';
import { breadcrumbs, cropConcept, jsonLd } from './json-ld.ts';

/** UN/CEFACT Recommendation 20; packages from Recommendation 21 with an X. */
const unitCodes: Record<Unit, string> = {
  kg: 'KGM',
  bags: 'XBG',
  pieces: 'H87',
  crates: 'XCR',
  trays: 'XPU',
  litres: 'LTR',
  bunches: 'XBH',
};

/** Quantities have two decimals. */
const SMALLEST_QUANTITY = 0.01;

type ProductFacts = {
  id: number;
  name: string;
  category: Category;
  crop: string | null;
  description: string;
  quantity: number;
  unit: Unit;
  price: number;
  netWeightKg: number | null;
  harvestDate: Day | null;
  depositPercent: number | null;
  expiryDate: Day | null;
  photos: PhotoRead[];
};

export function productData(product: ProductFacts, farm: FarmFacts, place: SharePlace): string {
  const { id, name, category, description, photos, harvestDate } = product;
  const { publicUrl, language } = place;
  const path = `/market/${id}`;
  const concept = cropConcept(product.crop);
  const seller = farmAsSeller(farm, place);
  const thing: Product = {
    '@type': 'Product',
    '@id': `${publicUrl}${path}#product`,
    name,
    sku: String(id),
    url: `${publicUrl}${path}`,
    ...(description && { description }),
    image:
      photos.length > 0
        ? photos.map(({ url }) => `${publicUrl}${url}`)
        : `${publicUrl}${cropPicture(product)}`,
    category: concept ? [category, concept] : category,
    brand: { '@type': 'Brand', name: seller.name },
    ...(harvestDate && { productionDate: harvestDate }),
    offers: offerOf(product, farm, place),
  };
  const steps = [
    { name: m.marketPageTitle({}, { locale: language }), path: '/market' },
    { name: seller.name, path: `/farm/${farm.farmId}` },
    { name, path },
  ];
  return jsonLd([thing, breadcrumbs(publicUrl, steps)]);
}

function offerOf(product: ProductFacts, farm: FarmFacts, place: SharePlace): Offer {
  const { id, price, unit, quantity, netWeightKg, expiryDate } = product;
  const amount = price.toFixed(2);
  const unitOfPrice = pricedUnitText(unit, netWeightKg, { locale: place.language });
  const quantityOf = (value: Partial<QuantitativeValue & object>): QuantitativeValue => ({
    '@type': 'QuantitativeValue',
    unitCode: unitCodes[unit],
    unitText: oneUnitLabels[unit]({}, { locale: place.language }),
    ...value,
  });
  return {
    '@type': 'Offer',
    url: `${place.publicUrl}/market/${id}`,
    price: amount,
    priceCurrency: 'KES',
    // A price without a last day can change at any time.
    ...(expiryDate && { priceValidUntil: expiryDate }),
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: amount,
      priceCurrency: 'KES',
      referenceQuantity: quantityOf({ value: 1, unitText: unitOfPrice }),
    },
    availability: `https://schema.org/${product.depositPercent === null ? 'InStock' : 'PreOrder'}`,
    itemCondition: 'https://schema.org/NewCondition',
    inventoryLevel: quantityOf({ value: quantity }),
    eligibleQuantity: quantityOf({ minValue: SMALLEST_QUANTITY, maxValue: quantity }),
    areaServed: reachOf(farm),
    availableAtOrFrom: {
      '@type': 'Place',
      address: farmAsSeller(farm, place).address,
      geo: positionOf(farm),
    },
    seller: farmAsSeller(farm, place),
  };
}
