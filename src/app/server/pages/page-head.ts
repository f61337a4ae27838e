import type {
  BreadcrumbList,
  GeoCircle,
  Graph,
  LocalBusiness,
  Offer,
  PostalAddress,
  Product,
  QuantitativeValue,
  Thing,
} from 'schema-dts';
import { farmNameText, farmTitle } from '#farms/rules/farm-texts.ts';
import type { getFarm } from '#farms/server/own-farm.ts';
import type { PhotoRead } from '#photos/rules/photo.ts';
import { cropPicture } from '#products/rules/crop-picture.ts';
import { findCrop } from '#products/rules/crops.ts';
import type { Unit } from '#products/rules/product.ts';
import type { Category } from '#products/rules/product-facts.ts';
import { oneUnitLabels, pricedUnitText } from '#products/rules/product-texts.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { m } from '#text';
import { inScript } from './page-template.ts';

export type SharePlace = { language: Language; publicUrl: string };

type SharedPage = {
  type: string;
  path: string;
  title: string;
  summary: string;
  /** Within the site; the default is the site's own picture. */
  image?: { url: string; alt: string } | undefined;
  more?: Record<string, string>;
};

const DESCRIPTION_LENGTH = 200;

/** Tags for link previews. Escapes all texts. */
export function shareTags(
  { type, path, title, summary, image, more }: SharedPage,
  { language, publicUrl }: SharePlace,
) {
  const url = `${publicUrl}${path}`;
  const properties: Record<string, string> = {
    'og:type': type,
    'og:site_name': 'SokoShamba',
    'og:title': title,
    'og:description': summary,
    'og:url': url,
    'og:locale': language === 'sw' ? 'sw_KE' : 'en_KE',
    'og:image': `${publicUrl}${image?.url ?? '/og.png'}`,
    'og:image:alt': image?.alt ?? m.ogImageAlt({}, { locale: language }),
    ...more,
  };
  return [
    `<meta name="description" content="${escapeHtml(summary)}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

export function shorten(text: string) {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, DESCRIPTION_LENGTH).replace(/[.,;:]?\s+\S*$/, '')}…`;
}

/**
 * Describes a page in the vocabulary of schema.org. Browsers don't execute the block, so the CSP
 * allows it.
 */
export function jsonLd(things: readonly Thing[]) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  return `<script type="application/ld+json">${inScript(JSON.stringify(graph))}</script>`;
}

type Step = { name: string; path: string };

export const breadcrumbs = (publicUrl: string, steps: readonly Step[]): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${publicUrl}${path}`,
  })),
});

const AGROVOC = 'http://aims.fao.org/aos/agrovoc';

/** The AGROVOC concept; null without a crop, or for one without a concept. */
export function cropConcept(id: string | null) {
  const crop = id ? findCrop(id) : null;
  if (!crop?.agrovoc) return null;
  return {
    '@type': 'CategoryCode',
    name: crop.english,
    codeValue: crop.agrovoc.slice(AGROVOC.length + 1),
    inCodeSet: AGROVOC,
    url: crop.agrovoc,
  } as const;
}

type FarmFacts = Awaited<ReturnType<typeof getFarm>>;

const farmUrl = (publicUrl: string, farmId: number) => `${publicUrl}/farm/${farmId}`;

/** Its own page has the rest under the same @id. */
const farmAsSeller = (farm: FarmFacts, { publicUrl, language }: SharePlace) => ({
  '@type': 'LocalBusiness' as const,
  '@id': `${farmUrl(publicUrl, farm.farmId)}#farm`,
  name: farmTitle(farm, { locale: language }),
  url: farmUrl(publicUrl, farm.farmId),
  address: addressOf(farm),
});

const addressOf = ({ county, ward }: FarmFacts): PostalAddress => ({
  '@type': 'PostalAddress',
  ...(ward && { addressLocality: ward }),
  addressRegion: county,
  addressCountry: 'KE',
});

/** Rounded to about a kilometre for everyone. */
const positionOf = ({ position: { latitude, longitude } }: FarmFacts) => ({
  '@type': 'GeoCoordinates' as const,
  latitude,
  longitude,
});

const reachOf = (farm: FarmFacts): GeoCircle => ({
  '@type': 'GeoCircle',
  geoMidpoint: positionOf(farm),
  geoRadius: String(farm.coverageRadiusMetres),
});

type Rating = { rating: number; count: number };

/** `rating` is left out while nobody has rated the farm. */
export function farmData(farm: FarmFacts, rating: Rating | undefined, place: SharePlace) {
  const { farmId, farmName, about, photo } = farm;
  const seller = farmAsSeller(farm, place);
  const business: LocalBusiness = {
    ...seller,
    ...(about && { description: about }),
    image: `${place.publicUrl}${photo ?? '/og.png'}`,
    geo: positionOf(farm),
    areaServed: reachOf(farm),
    currenciesAccepted: 'KES',
    paymentAccepted: 'M-Pesa, cash',
    ...(rating &&
      rating.count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.rating,
          bestRating: 5,
          ratingCount: rating.count,
        },
      }),
  };
  const steps = [
    { name: m.marketPageTitle({}, { locale: place.language }), path: '/market' },
    { name: farmNameText(farmName) ?? seller.name, path: `/farm/${farmId}` },
  ];
  return jsonLd([business, breadcrumbs(place.publicUrl, steps)]);
}

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

export function productData(product: ProductFacts, farm: FarmFacts, place: SharePlace) {
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
