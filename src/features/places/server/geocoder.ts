import type { Place } from '#features/places/rules/place.ts';
import type { Position } from '#platform/rules/geo/geo.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    /** A Nominatim server; null: only the built-in gazetteer. */
    geocoder: PlacesProvider | null;
  }
}

/** Finds places by position and by name: the built-in gazetteer, or a Nominatim server. */
export type PlacesProvider = {
  /** The address of a position in Kenya; null when there is none. */
  reverse(position: Position): Promise<Place | null>;
  /** At most five places in Kenya, the best first. */
  search(query: string): Promise<Place[]>;
};
