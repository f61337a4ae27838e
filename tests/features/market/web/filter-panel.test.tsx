// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { FilterPanel } from '#features/market/web/list/filter-panel.tsx';
import type { MarketSearch } from '#features/market/web/list/market-search.ts';
import { useMarket } from '#features/market/web/list/use-market.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

const search = vi.fn();

function Panel({ given }: { given: MarketSearch }) {
  const inAddress = useRef(given);
  const market = useMarket(given, (next, options) => {
    inAddress.current = next(inAddress.current);
    search(inAddress.current, options);
  });
  return (
    <>
      <FilterPanel market={market} countyCounts={[{ county: 'Nakuru', number: 12 }]} />
      {market.isAskingPlace && <p>Where are you?</p>}
    </>
  );
}

describe("the market's filters", () => {
  useBrowserStubs();
  test('a change is looked for at once, together with what was chosen before', async () => {
    const { user } = await renderScreen(<Panel given={{ search: 'maize' }} />);
    await user.click(screen.getByRole('checkbox', { name: 'Organic only' }));
    expect(search).toHaveBeenLastCalledWith({ search: 'maize', organic: true }, undefined);
    await user.selectOptions(screen.getByLabelText('County'), 'Nakuru (12)');
    expect(search).toHaveBeenLastCalledWith(
      { search: 'maize', organic: true, county: 'Nakuru' },
      undefined,
    );
  });

  test('what needs the place of the buyer asks for it first', async () => {
    search.mockClear();
    const { user } = await renderScreen(<Panel given={{}} />);
    await user.click(screen.getByRole('checkbox', { name: 'Delivers to me' }));
    expect(screen.getByText('Where are you?')).toBeTruthy();
    expect(search).not.toHaveBeenCalled();
  });

  test('filters can be cleared where there are any', async () => {
    const { user } = await renderScreen(<Panel given={{ organic: true }} />);
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(search).toHaveBeenLastCalledWith({}, undefined);
  });

  test('a price counts at once on Enter and when its box is left, without the pause in typing', async () => {
    search.mockClear();
    const { user } = await renderScreen(<Panel given={{}} />);
    await user.type(screen.getByRole('textbox', { name: 'To' }), '1,200{Enter}');
    expect(search).toHaveBeenCalledWith({ maxPrice: 1200 }, { isTyping: true });
    search.mockClear();
    await user.type(screen.getByRole('textbox', { name: 'From' }), '500');
    expect(search).not.toHaveBeenCalled();
    await user.tab();
    expect(search).toHaveBeenCalledWith({ minPrice: 500, maxPrice: 1200 }, { isTyping: true });
    expect(search).toHaveBeenCalledOnce();
  });

  test.each([
    ['1200', '500', 'The lowest price is higher than the highest one.'],
    ['-1', '', 'Enter a price above 0, such as 1200, or leave it empty.'],
    ['', 'cheap', 'Enter a price above 0, such as 1200, or leave it empty.'],
  ])(
    'from "%s" to "%s" gets a sentence at the box, stays as typed, and applies nothing',
    async (from, to, sentence) => {
      search.mockClear();
      const { user } = await renderScreen(<Panel given={{}} />);
      const boxes = { From: from, To: to };
      for (const [name, text] of Object.entries(boxes))
        if (text) await user.type(screen.getByRole('textbox', { name }), text);
      await user.tab();
      expect(screen.getByText(sentence)).toBeTruthy();
      for (const [name, text] of Object.entries(boxes))
        expect(screen.getByRole<HTMLInputElement>('textbox', { name }).value).toBe(text);
      for (const [given] of search.mock.calls) expect(given).toEqual({ minPrice: 1200 });
    },
  );
});
