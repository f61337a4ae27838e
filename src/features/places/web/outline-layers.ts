/* Our own file's land, counties, lakes and names, which stay visible where tiles don't load. */

import Feature from 'ol/Feature.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { counties } from '#rules/counties.ts';
import { decodePolyline } from '#rules/outlines.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';

type OutlineData = { counties: string[][]; labels: string; land: string[]; lakes: string[] };

/** `Intl` supplies the names. */
const neighbours = {
  UG: [32.6, 1.6],
  TZ: [35.5, -5.2],
  ET: [38.8, 6.6],
  SO: [42.9, 2.2],
  SS: [32.6, 6.2],
} as const;

/** Lowest first. The data is a static file; empty if it cannot be loaded. */
export async function loadOutlineLayers(colours: MapColours): Promise<VectorLayer[]> {
  const loaded = await import('./data/outlines.json').catch(() => null);
  if (!loaded) return [];
  const data = loaded.default as OutlineData;
  const line = new Stroke({ color: colours.countyLine, width: 1 });
  // Fainter, because its source is about a kilometre off the outer border of the counties.
  const border = new Stroke({ color: colours.landLine, width: 1 });
  return [
    areas(
      data.land.map((ring) => [ring]),
      new Style({ fill: new Fill({ color: colours.land }), stroke: border }),
    ),
    areas(data.counties, new Style({ fill: new Fill({ color: colours.county }), stroke: line })),
    areas(
      data.lakes.map((ring) => [ring]),
      new Style({ fill: new Fill({ color: colours.water }) }),
    ),
    names(data.labels, colours),
  ];
}

function areas(shapes: string[][], style: Style): VectorLayer {
  const features = shapes.map((rings) => {
    const polygons = rings.map((ring) => [decodePolyline(ring).map(toMap)]);
    return new Feature(new MultiPolygon(polygons));
  });
  return new VectorLayer({ source: new VectorSource({ features }), style });
}

function names(labels: string, colours: MapColours): VectorLayer {
  const regions = new Intl.DisplayNames([getLocale()], { type: 'region' });
  const features = [
    ...decodePolyline(labels).map((position, index) =>
      nameAt(toMap(position), counties[index] ?? ''),
    ),
    ...Object.entries(neighbours).map(([code, at]) =>
      nameAt(fromLonLat([...at]), regions.of(code) ?? code),
    ),
  ];
  const style = new Style({
    text: new Text({
      font: '600 12px system-ui, sans-serif',
      fill: new Fill({ color: colours.text }),
      stroke: new Stroke({ color: colours.halo, width: 3 }),
    }),
  });
  return new VectorLayer({
    source: new VectorSource({ features }),
    declutter: true,
    style: (feature) => {
      style.getText()?.setText(String(feature.get('name')));
      return style;
    },
  });
}

const nameAt = (at: number[], name: string) => new Feature({ geometry: new Point(at), name });

const toMap = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  fromLonLat([longitude, latitude]);

/** Read from the palette, so that the outlines follow the dark scheme too. */
export type MapColours = Record<
  | 'land'
  | 'landLine'
  | 'county'
  | 'countyLine'
  | 'water'
  | 'text'
  | 'halo'
  | 'circle'
  | 'coverage'
  | 'fix',
  string
>;

const tokens: MapColours = {
  land: '--color-sunk',
  landLine: '--color-line',
  county: '--color-leaf-soft',
  countyLine: '--color-edge',
  water: '--color-sky-soft',
  text: '--color-muted',
  halo: '--color-card',
  circle: '--color-soil',
  coverage: '--color-leaf',
  fix: '--color-soil-solid',
};

export function readMapColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const read = Object.entries(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim() || '#888',
  ]);
  // The keys match those of `tokens`.
  return Object.fromEntries(read) as MapColours;
}
