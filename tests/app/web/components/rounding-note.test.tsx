import { ProductDialog } from '#products/web/own/product-dialog.tsx';
import { givenBrowser, ownProduct, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';
import { RoundingNote } from '#ui/form-codec.tsx';

givenBrowser();

test.each([
  ['1,200.999', 'Rounded to two decimals: 1,201'],
  ['5.55', ''],
  ['many', ''],
  ['-1.234', ''],
])('the rounding note of "%s" is "%s"', async (text, sentence) => {
  await renderScreen(<RoundingNote text={text} />);
  expect(screen.getByRole('status').textContent).toBe(sentence);
});

test('the rounding note stands below quantity and price in the product form', async () => {
  const { user } = await renderScreen(
    <ProductDialog product={ownProduct()} onClose={() => {}} PriceHint={() => null} />,
    { 'farmer.products.list': () => ({ products: [], nextCursor: null }) },
  );
  for (const [label, typed] of [
    [/^Quantity/, '5.555'],
    [/^Price/, '145.006'],
  ] as const) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, typed);
  }
  expect(screen.getByText('Rounded to two decimals: 5.56')).toBeTruthy();
  expect(screen.getByText('Rounded to two decimals: 145.01')).toBeTruthy();
});
