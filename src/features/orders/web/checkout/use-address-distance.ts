/*
 * The position and the address of a delivery are two fields that have to agree. An address is a
 * landmark that a person wrote: choosing a place never writes one. If the address is far from the
 * position, the form asks about it.
 *
 * The distance is measured from the position for which the address was written (now, or for the
 * last order). The address of the profile was written without a position, so the town at its end is
 * looked up; only the town is sent, not the street. A town has an extent, so the distance is
 * measured from its edge. A name that stands for a whole county is too vague and is left out, and
 * so is an unknown name.
 */

import { PLACE_QUERY_MAX } from '#places/rules/limits.ts';
import type { Place } from '#places/rules/place.ts';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import { trpc } from '#platform/web/client/trpc.ts';

type TypedPlace = { latitude: string; longitude: string };
type Address = TypedPlace & {
  deliveryAddress: string;
  addressFor: string;
};

/** The delivery position; null until a place is chosen. */
export const placeOf = ({ latitude, longitude }: TypedPlace): Position | null =>
  latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null;

/** Written before a place was chosen: it is meant for the place that is chosen next. */
export const FOR_NEXT_PLACE = 'next';

/** `addressFor` of an address that is written or confirmed now. */
export const addressForPlace = ({ latitude, longitude }: TypedPlace): string =>
  latitude && longitude ? `${latitude} ${longitude}` : FOR_NEXT_PLACE;

/**
 * The distance in metres from the chosen position to the address; null if there is nothing to
 * compare.
 */
export function useAddressDistance(values: Address): number | null {
  const { addressFor, deliveryAddress } = values;
  const place = deliveryAddress.trim() ? placeOf(values) : null;
  const town = deliveryAddress.split(',').at(-1)?.trim() ?? '';
  const found = trpc.places.search.useQuery(
    { query: town },
    {
      enabled: place !== null && addressFor === '' && town !== '' && town.length <= PLACE_QUERY_MAX,
      staleTime: Infinity,
      retry: false,
    },
  );
  if (!place || addressFor === FOR_NEXT_PLACE) return null;
  if (addressFor !== '') return distanceMetres(place, positionIn(addressFor));
  return metresFromNearest(found.data?.places ?? [], place);
}

function positionIn(addressFor: string): Position {
  const [latitude, longitude] = addressFor.split(' ').map(Number);
  return { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
}

/** Wider than the county of Nairobi; a wider place is not a town. */
const TOWN_DEGREES = 0.5;

/**
 * The distance in metres to the nearest of these places, from its edge, because several places
 * share a name. Null if none is the size of a town.
 */
function metresFromNearest(places: readonly Place[], from: Position): number | null {
  const distances = places.flatMap(({ boundingbox }) => {
    const [south = 0, north = 0, west = 0, east = 0] = boundingbox.map(Number);
    if (north - south > TOWN_DEGREES || east - west > TOWN_DEGREES) return [];
    const nearest = {
      latitude: Math.min(Math.max(from.latitude, south), north),
      longitude: Math.min(Math.max(from.longitude, west), east),
    };
    return [distanceMetres(from, nearest)];
  });
  return distances.length > 0 ? Math.min(...distances) : null;
}
