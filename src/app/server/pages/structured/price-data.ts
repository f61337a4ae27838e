import type { Dataset } from 'schema-dts';
import { cropNameText, mondayOf } from '#features/prices/rules/price-texts.ts';
import { daysAfter } from '#platform/rules/day.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { SharePlace } from '../share-tags.ts';
import { breadcrumbs, cropConcept, jsonLd } from './json-ld.ts';

const WEEK_DAYS = 7;

type PriceFacts = {
  crop: string;
  county: string | null;
  name: { en: string; sw: string };
  weeks: readonly { week: string }[];
};
type Described = { path: string; title: string; summary: string };

export function priceData(
  { crop, county, name, weeks }: PriceFacts,
  { path, title, summary }: Described,
  { publicUrl, language }: SharePlace,
): string {
  const [first, last] = [weeks[0]?.week, weeks.at(-1)?.week];
  const search = new URLSearchParams({
    crop,
    ...(county && { county }),
    weeks: String(weeks.length),
  });
  const concept = cropConcept(crop);
  const dataset: Dataset = {
    '@type': 'Dataset',
    '@id': `${publicUrl}${path}#prices`,
    name: title,
    description: summary,
    url: `${publicUrl}${path}`,
    inLanguage: language,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: 'SokoShamba', url: publicUrl },
    ...(concept && { about: concept }),
    spatialCoverage: {
      '@type': 'Place',
      name: county ?? 'Kenya',
      address: {
        '@type': 'PostalAddress',
        ...(county && { addressRegion: county }),
        addressCountry: 'KE',
      },
    },
    ...(first &&
      last && {
        temporalCoverage: `${mondayOf(first)}/${daysAfter(mondayOf(last), WEEK_DAYS - 1)}`,
      }),
    variableMeasured: ['asked_median', 'paid_median'].map((column) => ({
      '@type': 'PropertyValue',
      name: column,
      unitText: 'KES / kg',
    })),
    distribution: {
      '@type': 'DataDownload',
      encodingFormat: 'text/csv',
      contentUrl: `${publicUrl}/api/prices.csv?${search}`,
    },
  };
  const steps = [
    { name: m.pricesTitle({}, { locale: language }), path: '/prices' },
    { name: cropNameText(name, language), path: `/prices/${crop}` },
    ...(county ? [{ name: county, path }] : []),
  ];
  return jsonLd([dataset, breadcrumbs(publicUrl, steps)]);
}
