/*
 * Only this file operates the OpenLayers map: from bottom to top the sea's colour, our own
 * outlines, the tiles, the circles, and the pin, an HTML element that can be focused and dragged.
 * OpenLayers works with [longitude, latitude] and Mercator metres; neither is used outside this
 * folder.
 */

import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import { circular } from 'ol/geom/Polygon.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { fromLonLat, toLonLat, transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import XYZ from 'ol/source/XYZ.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import { MAP_CENTRE, MAP_ZOOM } from '../rules/limits.ts';
import { loadOutlineLayers, type MapColours, readMapColours } from './outline-layers.ts';

/** Enough corners for a circle of 25 km to look round. */
const CORNERS = 96;

/** `zoom` as in §9. It is lowered if a circle of `radiusMetres` would not fit. */
export type MapFocus = { centre: Position; zoom: number; radiusMetres?: number };

export type FarmMap = ReturnType<typeof createFarmMap>;

type FarmMapOptions = {
  target: HTMLElement;
  pin: HTMLElement;
  tileUrl: string;
  focus: MapFocus | null;
  onPress: (position: Position) => void;
  onTiles: (state: 'loaded' | 'failed') => void;
};

const TILES_MAX_ZOOM = 19;
const MIN_ZOOM = 5;
const CIRCLE_MARGIN_PIXELS = 12;
const MOVE_MILLISECONDS = 400;
/** Closer to the edge than this, the pin is hardly visible as a whole. */
const PIN_MARGIN_PIXELS = 56;
/** East Africa, which the outlines cover: west, south, east, north. */
const WINDOW = [20, -16, 56, 16];

const moveMilliseconds = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MILLISECONDS;
const toMap = ({ latitude, longitude }: Position) => fromLonLat([longitude, latitude]);
const toPosition = (coordinate: number[]): Position => {
  const [longitude = 0, latitude = 0] = toLonLat(coordinate);
  return { latitude, longitude };
};

export function createFarmMap({ target, pin, tileUrl, focus, onPress, onTiles }: FarmMapOptions) {
  const colours = readMapColours();
  const circles = createCircleLayer(colours);
  const view = createView(focus);
  const zoomOf = ({ centre, zoom, radiusMetres = 0 }: MapFocus) => {
    const pixels = Math.min(target.clientWidth, target.clientHeight) - 2 * CIRCLE_MARGIN_PIXELS;
    // The projection stretches metres by the latitude.
    const metres = (2 * radiusMetres) / Math.cos((centre.latitude * Math.PI) / 180);
    return metres > 0 ? Math.min(zoom, view.getZoomForResolution(metres / pixels) ?? zoom) : zoom;
  };
  if (focus) view.setZoom(zoomOf(focus));
  const overlay = new Overlay({ element: pin, positioning: 'bottom-center' });
  const map = new OlMap({
    target,
    view,
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    layers: [
      ...(tileUrl.includes('{z}') ? [createTileLayer(tileUrl, onTiles)] : []),
      circles.layer,
    ],
    overlays: [overlay],
  });
  map.on('singleclick', (event) => onPress(toPosition(event.coordinate)));
  let isGone = false;
  void loadOutlineLayers(colours).then((layers) => {
    if (!isGone)
      for (const [index, layer] of layers.entries()) map.getLayers().insertAt(index, layer);
  });

  return {
    show(shown: Circles) {
      circles.show(shown);
      overlay.setPosition(shown.pin ? toMap(shown.pin) : undefined);
    },
    lookAt(next: MapFocus) {
      view.cancelAnimations();
      view.animate({
        center: toMap(next.centre),
        zoom: zoomOf(next),
        duration: moveMilliseconds(),
      });
    },
    keepInView(position: Position) {
      // No pixel can be computed before the first rendering.
      const pixel: number[] | null = map.getPixelFromCoordinate(toMap(position));
      if (!pixel || isWellInside(pixel, map.getSize() ?? [])) return;
      view.animate({ center: toMap(position), duration: moveMilliseconds() });
    },
    zoomBy(levels: number) {
      view.animate({
        zoom: (view.getZoom() ?? MAP_ZOOM) + levels,
        duration: MOVE_MILLISECONDS / 2,
      });
    },
    dragPinTo(point: { x: number; y: number }): Position {
      const box = target.getBoundingClientRect();
      const coordinate = map.getCoordinateFromPixel([point.x - box.left, point.y - box.top]);
      overlay.setPosition(coordinate);
      return toPosition(coordinate);
    },
    remove() {
      isGone = true;
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

const isWellInside = (pixel: number[], size: number[]) =>
  pixel.every(
    (place, axis) => place > PIN_MARGIN_PIXELS && place < (size[axis] ?? 0) - PIN_MARGIN_PIXELS,
  );

const createView = (focus: MapFocus | null) =>
  new View({
    center: toMap(focus?.centre ?? MAP_CENTRE),
    zoom: focus?.zoom ?? MAP_ZOOM,
    minZoom: MIN_ZOOM,
    maxZoom: TILES_MAX_ZOOM,
    extent: transformExtent(WINDOW, 'EPSG:4326', 'EPSG:3857'),
    constrainOnlyCenter: true,
    enableRotation: false,
  });

function createTileLayer(url: string, onTiles: FarmMapOptions['onTiles']) {
  const source = new XYZ({ url, maxZoom: TILES_MAX_ZOOM });
  source.on('tileloadend', () => onTiles('loaded'));
  source.on('tileloaderror', () => onTiles('failed'));
  return new TileLayer({ source });
}

type Circles = {
  gpsFix: Position | null;
  proximityRadiusMetres: number;
  pin: Position | null;
  coverageRadiusMetres: number | null;
};

function createCircleLayer(colours: MapColours) {
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
 * In metres on the ground; a circle on the Mercator plane would be too small away from the equator.
 */
function circleAround({ latitude, longitude }: Position, radiusMetres: number) {
  return circular([longitude, latitude], radiusMetres, CORNERS).transform('EPSG:4326', 'EPSG:3857');
}

function styled(geometry: Point | ReturnType<typeof circular>, style: Style): Feature {
  const feature = new Feature(geometry);
  feature.setStyle(style);
  return feature;
}
