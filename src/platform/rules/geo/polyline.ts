/*
 * Outlines and rows of positions are kept as text in Google's "encoded polyline" form: each number
 * is the difference to the one before, in ten-thousandths of a degree (11 m), zigzagged, in groups
 * of five bits from the lowest, each plus 63 as a character and plus 32 while more follow. Half the
 * size of numbers in JSON, and one value for the type checker.
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
import type { Position } from './geo.ts';

const UNITS_PER_DEGREE = 10_000;

/** The positions of an encoded line, in its order. */
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

/**
 * The other way. Rounds to ten-thousandths; positions that become equal to the one before are kept.
 */
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
