import type { GeoCircle, LocalBusiness, PostalAddress } from 'schema-dts';
import { farmNameText, farmTitle } from '#farms/rules/farm-texts.ts';
import type { getFarm } from '#farms/server/get-farm.ts';
import { m } from '#text';
import type { SharePlace } from '../share-tags.ts';
import { breadcrumbs, jsonLd } from './json-ld.ts';

export type FarmFacts = Awaited<ReturnType<typeof getFarm>>;

const farmUrl = (publicUrl: string, farmId: number) => `${publicUrl}/farm/${farmId}`;

/** Its own page has the rest under the same @id. */
export const farmAsSeller = (farm: FarmFacts, { publicUrl, language }: SharePlace) => ({
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
export const positionOf = ({ position: { latitude, longitude } }: FarmFacts) => ({
  '@type': 'GeoCoordinates' as const,
  latitude,
  longitude,
});

export const reachOf = (farm: FarmFacts): GeoCircle => ({
  '@type': 'GeoCircle',
  geoMidpoint: positionOf(farm),
  geoRadius: String(farm.coverageRadiusMetres),
});

type Rating = { rating: number; count: number };

/** `rating` is left out while nobody has rated the farm. */
export function farmData(farm: FarmFacts, rating: Rating | undefined, place: SharePlace): string {
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
