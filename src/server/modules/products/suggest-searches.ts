import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { dayInNairobi } from '#shared/day.ts';
import { counties } from '#shared/geo/counties.ts';
import { SUGGESTIONS_MAX } from '#shared/limits.ts';
import { cropNames } from './catalogue/crop-names.ts';
import { findFarmNames } from './catalogue/reach-queries.ts';

/**
 * What a visitor may be about to type: crops by any of their names, counties, and farms that offer something, in this order.
 * @returns SUGGESTIONS_MAX at most, each once
 */
export async function suggestSearches(
  db: Database,
  { search }: { search: string },
  { clock }: { clock: Clock },
): Promise<string[]> {
  const typed = search.toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(typed);
  const crops = cropNames.flatMap((names) => names.filter(begins)).map((name) => name[0]?.toUpperCase() + name.slice(1));
  const farms = await findFarmNames(db, search, dayInNairobi(clock()));
  return [...new Set([...crops.sort(byLength), ...counties.filter(begins), ...farms])].slice(0, SUGGESTIONS_MAX);
}

/** The name that is nearly typed comes first. */
const byLength = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);
