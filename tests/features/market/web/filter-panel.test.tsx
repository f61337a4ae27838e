import { useRef } from 'react';
import { FilterPanel } from '#market/web/list/filter-panel.tsx';
import type { MarketSearch } from '#market/web/list/market-search.ts';
import { useMarket } from '#market/web/list/use-market.ts';
import { givenBrowser, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

const search = vi.fn();

function Panel({ given }: { given: MarketSearch }) {
  const inAddress = useRef(given);
  const market = useMarket(given, (next, options) => {
    inAddress.current = next(inAddress.current);
    search(inAddress.current, options);
  });
  return <FilterPanel market={market} countyCounts={[]} />;
}

givenBrowser();
test('a price is applied at once on Enter and on blur, without the typing delay', async () => {
  search.mockClear();
  const { user } = await renderScreen(<Panel given={{}} />);
  await user.type(screen.getByRole('textbox', { name: 'To' }), '1,200{Enter}');
  expect(search).toHaveBeenCalledWith({ maxPrice: 1200 }, { replaces: true });
  search.mockClear();
  await user.type(screen.getByRole('textbox', { name: 'From' }), '500');
  expect(search).not.toHaveBeenCalled();
  await user.tab();
  expect(search).toHaveBeenCalledWith({ minPrice: 500, maxPrice: 1200 }, { replaces: true });
  expect(search).toHaveBeenCalledOnce();
});

test.each([
  ['1200', '500', 'The lowest price is above the highest.'],
  ['', 'cheap', 'Enter a price above 0, or leave it empty.'],
])(
  'the market\'s filters from "%s" to "%s" shows a message at the box, stays as typed, and applies nothing',
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
