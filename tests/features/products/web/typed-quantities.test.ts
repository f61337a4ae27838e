import { describe, expect, test } from 'vitest';
import {
  isChanged,
  withCounts,
  withFigures,
  withText,
} from '#features/products/web/inventory/typed-quantities.ts';

const shown = (quantity: number) => ({ id: 7, quantity });

describe('D63: a count in the grid', () => {
  test('keeps the figure that was shown when typing began, also when the list is fetched again', () => {
    const begun = withText({}, shown(100), '12');
    expect(withText(begun, shown(95), '120')).toEqual({ 7: { text: '120', seen: 100 } });
  });

  test('typed back to that figure is no count, whatever the list says by now', () => {
    const back = withText(withText({}, shown(100), '10'), shown(95), '100');
    expect(isChanged(back, 7)).toBe(false);
    expect(isChanged(withText(back, shown(95), '95'), 7)).toBe(true);
  });

  test('from a file goes with the figure that the file was made from, and a line nobody changed is none', () => {
    const counts = new Map([
      [7, 80],
      [8, 30],
      [9, 5],
    ]);
    const seen = new Map([
      [7, 100],
      [8, 30],
    ]);
    const products = [shown(95), { id: 8, quantity: 20 }, { id: 9, quantity: 4 }];
    expect(withCounts({}, products, { counts, seen })).toEqual({
      7: { text: '80', seen: 100 },
      9: { text: '5', seen: 4 },
    });
  });

  test('after a refusal is made from the figure that it named', () => {
    const refused = { ...withText({}, shown(100), '120'), 8: { text: '3', seen: 1 } };
    expect(withFigures(refused, new Map([[7, 95]]))).toEqual({
      7: { text: '120', seen: 95 },
      8: { text: '3', seen: 1 },
    });
  });
});
