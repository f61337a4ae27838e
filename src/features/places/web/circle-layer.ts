import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import { circular } from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { Position } from '#platform/rules/geo/geo.ts';
import type { MapColours } from './map-colours.ts';

export type Circles = {
  gpsFix: Position | null;
  proximityRadiusMetres: number;
  pin: Position | null;
  /** How far the farm delivers; null if it is not shown. */
  coverageRadiusMetres: number | null;
};

/** Enough corners for a circle of 25 km to look round. */
const CORNERS = 96;

/**
 * The GPS fix with its dashed circle, and the coverage around the pin. Drawn above the tiles and
 * below the pin.
 */
export function createCircleLayer(colours: MapColours) {
  const source = new VectorSource();
  const coverage = new Style({
    stroke: new Stroke({ color: colours.coverage, width: 2 }),
    // An eighth of the line's opacity. Palette colours have the form #rrggbb.
    fill: new Fill({ color: `${colours.coverage}20` }),
  });
  const proximity = new Style({
    stroke: new Stroke({ color: colours.circle, width: 2.5, lineDash: [10, 8] }),
  });
  const fix = new Style({
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: colours.fix }),
      stroke: new Stroke({ color: '#fff', width: 2 }),
    }),
  });

  return {
    layer: new VectorLayer({ source }),
    show({ gpsFix, proximityRadiusMetres, pin, coverageRadiusMetres }: Circles) {
      source.clear();
      if (pin && coverageRadiusMetres)
        source.addFeature(styled(circleAround(pin, coverageRadiusMetres), coverage));
      if (!gpsFix) return;
      source.addFeature(styled(circleAround(gpsFix, proximityRadiusMetres), proximity));
      source.addFeature(styled(new Point(fromLonLat([gpsFix.longitude, gpsFix.latitude])), fix));
    },
  };
}

/**
 * A circle in metres on the ground. A circle on the Mercator plane would be too small away from the
 * equator.
 */
function circleAround({ latitude, longitude }: Position, radiusMetres: number) {
  return circular([longitude, latitude], radiusMetres, CORNERS).transform('EPSG:4326', 'EPSG:3857');
}

function styled(geometry: Point | ReturnType<typeof circular>, style: Style): Feature {
  const feature = new Feature(geometry);
  feature.setStyle(style);
  return feature;
}
