import { dayInNairobi } from '#platform/rules/day.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { fold } from '#platform/rules/text/fold.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { crops } from '#products/rules/crops.ts';
import { SUGGESTIONS_MAX } from '#products/rules/limits.ts';
import { findFarmNames } from './catalogue/queries.ts';
import { cropNamed } from './catalogue/read-search.ts';

/** Crops first, then counties, then farms with offers. */
export async function suggestSearches(
  { clock, catalogueReads }: Pick<Call, 'clock' | 'catalogueReads'>,
  { search }: { search: string },
): Promise<string[]> {
  const typed = fold(search);
  if (!typed) return [];
  const begins = (name: string) => fold(name).startsWith(typed);
  const begun = crops.flatMap(({ names }) => names.filter(begins));
  const meant = begun.length === 0 ? cropNamed(search)?.names.slice(0, 1) : begun;
  // "Nyanya ya mti" is suggested only after "nyanya" is typed.
  const isCovered = (name: string) =>
    begun.some((other) => fold(other) !== typed && name.startsWith(`${other} `));
  const names = (meant ?? [])
    .filter((name) => !isCovered(name))
    .map((name) => name[0]?.toUpperCase() + name.slice(1));
  const farms = await catalogueReads.quick((db) =>
    findFarmNames(db, search, dayInNairobi(clock())),
  );
  return [...new Set([...names.sort(byLength), ...counties.filter(begins), ...farms])].slice(
    0,
    SUGGESTIONS_MAX,
  );
}

const byLength = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);
