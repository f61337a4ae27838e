import {
  isChanged,
  withCounts,
  withFigures,
  withText,
} from '#products/web/inventory/product-parts.tsx';

const shown = (quantity: number) => ({ id: 7, quantity });

describe('D63: a quantity typed in the grid', () => {
  test('keeps the stock shown when typing began, even if the list is refetched', () => {
    const begun = withText({}, shown(100), '12');
    expect(withText(begun, shown(95), '120')).toEqual({ 7: { text: '120', seen: 100 } });
  });

  test('typed back to that stock is no change, whatever the list says by now', () => {
    const back = withText(withText({}, shown(100), '10'), shown(95), '100');
    expect(isChanged(back, 7)).toBe(false);
    expect(isChanged(withText(back, shown(95), '95'), 7)).toBe(true);
  });

  test('from a file keeps the stock in that file, and an unchanged line is no change', () => {
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

  test('after a refusal is based on the stock in the refusal', () => {
    const refused = { ...withText({}, shown(100), '120'), 8: { text: '3', seen: 1 } };
    expect(withFigures(refused, new Map([[7, 95]]))).toEqual({
      7: { text: '120', seen: 95 },
      8: { text: '3', seen: 1 },
    });
  });
});
