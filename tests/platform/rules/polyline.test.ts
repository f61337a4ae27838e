import fc from 'fast-check';
import { decodePolyline, encodePolyline } from '#rules/outlines.ts';

const position = fc.record({
  latitude: fc.integer({ min: -900_000, max: 900_000 }).map((units) => units / 10_000),
  longitude: fc.integer({ min: -1_800_000, max: 1_800_000 }).map((units) => units / 10_000),
});

test('positions in ten-thousandths of a degree are read back as written', () => {
  fc.assert(
    fc.property(
      fc.array(position),
      (line) => void expect(decodePolyline(encodePolyline(line))).toEqual(line),
    ),
  );
});

test('the encoding is the published one (its own example, in four decimals instead of five)', () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    { latitude: 385, longitude: -1202 },
    { latitude: 407, longitude: -1209.5 },
    { latitude: 432.52, longitude: -1264.53 },
  ]);
});

test('truncated text ends without hanging', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => void expect(decodePolyline(text).length).toBeLessThanOrEqual(text.length),
    ),
  );
});
