import { useMemo } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { LazyMap } from '#web/features/location/lazy-map.tsx';

type FarmPlaceProps = { place: { latitude: number; longitude: number; geofenceRadius: number } };

/** Where the farm lies and how far it delivers, to look at. */
export function FarmPlace({ place: { latitude, longitude, geofenceRadius } }: FarmPlaceProps) {
  // The same object while the place is the same: a new one would move the map back there whenever the tab is drawn.
  const focus = useMemo(
    () => ({ centre: { latitude, longitude }, zoom: zoomFor(geofenceRadius) }),
    [latitude, longitude, geofenceRadius],
  );
  return (
    <>
      <h2 className="font-bold text-xl">{m.farmPlaceTitle()}</h2>
      <LazyMap pin={focus.centre} coverageRadiusMetres={geofenceRadius} focus={focus} />
    </>
  );
}

/** How many metres one pixel is at zoom 0 on the equator, by the Web Mercator tiling that all tile servers use. */
const METRES_PER_PIXEL_AT_ZOOM_0 = 156_543;
const CIRCLE_PIXELS = 130;
const CLOSEST_ZOOM = 16;

/** The zoom at which the whole delivery area is on the map. */
const zoomFor = (radiusMetres: number) =>
  Math.min(CLOSEST_ZOOM, Math.log2((METRES_PER_PIXEL_AT_ZOOM_0 * CIRCLE_PIXELS) / radiusMetres));
