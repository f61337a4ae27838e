import { askShare, lotLine } from '#lots/server/say-lots.ts';
import { QUANTITY_MAX } from '#products/rules/limits.ts';
import { type Definition, figureIn, list, runFromMenu, type Screen } from './define-screen.ts';

const lots = list({
  lineOf: lotLine,
  open: ({ screen }, lotId): Screen => ({ at: 'lot', lotId, back: screen }),
});

const lot: Definition<'lot'> = {
  show: (on) => askShare(on, on.screen.lotId),
  take(on, input) {
    const { lotId } = on.screen;
    const quantity = figureIn(input);
    if (quantity === null || quantity > QUANTITY_MAX) return null;
    return runFromMenu(on, { name: 'fill', lotId, quantity });
  },
};

export const lotScreens = { lots, lot };
