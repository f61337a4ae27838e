/*
 * Google's "encoded polyline" format with ten-thousandths of a degree (11 m): half the size of
 * numbers in JSON, and a single value for the type checker.
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */

import { METRES_PER_DEGREE } from './geo.ts';

const UNITS_PER_DEGREE = 10_000;

export function decodePolyline(text: string): Position[] {
  const positions: Position[] = [];
  let at = 0;
  const next = () => {
    let value = 0;
    for (let shift = 0, more = true; more && at < text.length; shift += 5) {
      const bits = text.charCodeAt(at++) - 63;
      value |= (bits & 31) << shift;
      more = bits >= 32;
    }
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  let latitude = 0;
  let longitude = 0;
  while (at < text.length) {
    latitude += next();
    longitude += next();
    positions.push({
      latitude: latitude / UNITS_PER_DEGREE,
      longitude: longitude / UNITS_PER_DEGREE,
    });
  }
  return positions;
}

/** Rounds to ten-thousandths of a degree and keeps positions that become duplicates. */
export function encodePolyline(positions: readonly Position[]) {
  let text = '';
  let previous = { latitude: 0, longitude: 0 };
  const append = (difference: number) => {
    let bits = difference < 0 ? ~(difference << 1) : difference << 1;
    while (bits >= 32) {
      text += String.fromCharCode((bits & 31) + 32 + 63);
      bits >>= 5;
    }
    text += String.fromCharCode(bits + 63);
  };
  for (const position of positions) {
    const rounded = {
      latitude: Math.round(position.latitude * UNITS_PER_DEGREE),
      longitude: Math.round(position.longitude * UNITS_PER_DEGREE),
    };
    append(rounded.latitude - previous.latitude);
    append(rounded.longitude - previous.longitude);
    previous = rounded;
  }
  return text;
}

/**
 * A closed line; the first position is not repeated. A point is inside if an odd number of rings
 * contain it.
 */
export type Ring = readonly Position[];
export type Bounds = { south: number; north: number; west: number; east: number };

/** Ray casting due west. A position on an edge may count as inside or outside. */
export function isInsideRings(rings: readonly Ring[], { latitude, longitude }: Position) {
  let inside = false;
  for (const ring of rings) {
    let from = ring.at(-1);
    for (const to of ring) {
      if (from && from.latitude > latitude !== to.latitude > latitude) {
        const share = (latitude - from.latitude) / (to.latitude - from.latitude);
        if (longitude < from.longitude + share * (to.longitude - from.longitude)) inside = !inside;
      }
      from = to;
    }
  }
  return inside;
}

/** Uses a plane at the position, which is accurate enough for a few kilometres. */
export function distanceToRingsMetres(rings: readonly Ring[], { latitude, longitude }: Position) {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    let from = ring.at(-1);
    for (const to of ring) {
      if (from) {
        const x = (from.longitude - longitude) * shrink;
        const y = from.latitude - latitude;
        const dx = (to.longitude - from.longitude) * shrink;
        const dy = to.latitude - from.latitude;
        const length = dx * dx + dy * dy;
        const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length));
        const ex = x + along * dx;
        const ey = y + along * dy;
        nearest = Math.min(nearest, ex * ex + ey * ey);
      }
      from = to;
    }
  }
  return Math.sqrt(nearest) * METRES_PER_DEGREE;
}

export function boundsOf(rings: readonly Ring[]): Bounds {
  const bounds = { south: 90, north: -90, west: 180, east: -180 };
  for (const { latitude, longitude } of rings.flat()) {
    bounds.south = Math.min(bounds.south, latitude);
    bounds.north = Math.max(bounds.north, latitude);
    bounds.west = Math.min(bounds.west, longitude);
    bounds.east = Math.max(bounds.east, longitude);
  }
  return bounds;
}

/** In square degrees. */
export function areaOf(ring: Ring) {
  let sum = 0;
  let from = ring.at(-1);
  for (const to of ring) {
    if (from) sum += from.longitude * to.latitude - to.longitude * from.latitude;
    from = to;
  }
  return Math.abs(sum / 2);
}
