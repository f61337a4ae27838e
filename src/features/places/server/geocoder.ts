import type { Place } from '#places/rules/place.ts';
import type { Position } from '#platform/rules/geo/geo.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    /** Null: only the built-in gazetteer. */
    geocoder: PlacesProvider | null;
  }
}

export type PlacesProvider = {
  /** The position is in Kenya; null when it has no address. */
  reverse(position: Position): Promise<Place | null>;
  /** At most five, the best first. */
  search(query: string): Promise<Place[]>;
};
