/*
 * Google's "encoded polyline" format with ten-thousandths of a degree (11 m): half the size of
 * numbers in JSON, and a single value for the type checker.
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
import type { Position } from './geo.ts';

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
export function encodePolyline(positions: readonly Position[]): string {
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
