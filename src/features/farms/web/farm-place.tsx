import { useMemo } from 'react';
import { LazyMap } from '#features/places/web/lazy-map.tsx';

type FarmPlaceProps = { place: { latitude: number; longitude: number; geofenceRadius: number } };

/** The farm's position and coverage radius on a map. */
export function FarmPlace({ place: { latitude, longitude, geofenceRadius } }: FarmPlaceProps) {
  // Memoised, because a new object would move the map back there on every render.
  const focus = useMemo(
    () => ({ centre: { latitude, longitude }, zoom: zoomFor(geofenceRadius) }),
    [latitude, longitude, geofenceRadius],
  );
  return <LazyMap pin={focus.centre} coverageRadiusMetres={geofenceRadius} focus={focus} />;
}

/**
 * Metres per pixel at zoom 0 on the equator, in the Web Mercator tiling that all tile servers use.
 */
const METRES_PER_PIXEL_AT_ZOOM_0 = 156_543;
const CIRCLE_PIXELS = 130;
const CLOSEST_ZOOM = 16;

/** The zoom at which the whole delivery area fits on the map. */
const zoomFor = (radiusMetres: number) =>
  Math.min(CLOSEST_ZOOM, Math.log2((METRES_PER_PIXEL_AT_ZOOM_0 * CIRCLE_PIXELS) / radiusMetres));
