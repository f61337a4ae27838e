/*
 * The position and the address of a delivery must agree, so the form asks about an address that is
 * far from the position. A person writes the address; choosing a place never does. Without an
 * address the order has the name of the place that was measured by GPS.
 * The distance is measured from the position for which the address was written (now, or for the
 * last order). The profile's address has no position, so the town at its end is looked up, without
 * the street, and measured from its edge. Counties and unknown names are left out.
 */

import { PLACE_QUERY_MAX } from '#places/rules/limits.ts';
import type { Place } from '#places/rules/place.ts';
import { distanceMetres } from '#rules/geo.ts';
import { trpc } from '#web/trpc.ts';

type TypedPlace = { latitude: string; longitude: string };
type Address = TypedPlace & {
  deliveryAddress: string;
  addressFor: string;
};

export const placeOf = ({ latitude, longitude }: TypedPlace): Position | null =>
  latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null;

/** Written before a place was chosen, so it belongs to the place chosen next. */
export const FOR_NEXT_PLACE = 'next';

export const addressForPlace = ({ latitude, longitude }: TypedPlace): string =>
  latitude && longitude ? `${latitude} ${longitude}` : FOR_NEXT_PLACE;

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

/** Wider than the county of Nairobi. A wider place is not a town. */
const TOWN_DEGREES = 0.5;

/**
 * In metres, from the nearest place's edge, because several share a name. Null if none is the size
 * of a town.
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
