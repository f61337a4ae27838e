import type { Position } from '#shared/geo.ts';
import type { Place } from '#shared/place.ts';

/** Whoever can say where a position is and where a name lies: the built-in gazetteer, or a Nominatim server. */
export type PlacesProvider = {
  /** The address of a position in Kenya; null when there is none to be had. */
  reverse(position: Position): Promise<Place | null>;
  /** At most five places in Kenya, the best first. */
  search(query: string): Promise<Place[]>;
};
