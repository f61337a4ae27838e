import { StillThere } from '#products/web/inventory/inventory-table.tsx';
import { StockStepper, UndoBar, useStockSteps } from '#products/web/inventory/stock-steps.tsx';
import { useOwnProducts } from '#products/web/use-own-products.ts';
import {
  givenBrowser,
  ownProduct,
  press,
  screen,
  within,
} from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

function openServer() {
  const counts: unknown[] = [];
  const products = [
    ownProduct({ id: 1, name: 'Kale', quantity: 20, isAsked: true }),
    ownProduct({ id: 2, name: 'Tomatoes', quantity: 2, isAsked: true, status: 'expired' }),
    ownProduct({ id: 3, name: 'Maize', quantity: 5 }),
  ];
  const answers = {
    'farmer.products.list': () => ({ products, nextCursor: null }),
    'farmer.products.setQuantity': (input: unknown) => {
      counts.push(input);
      return input as object;
    },
    'farmer.products.setQuantities': (input: unknown) => {
      const { lines } = input as { lines: object[] };
      counts.push(...lines);
      return lines.map((line) => ({ ...line, outcome: 'saved', isRounded: false }));
    },
    'farmer.overview': () => ({}),
  };
  return { counts, answers };
}

function AskedProducts() {
  const { data = [] } = useOwnProducts();
  const steps = useStockSteps();
  return (
    <>
      <StillThere products={data} steps={steps} />
      <UndoBar steps={steps} />
      {data.map((product) => (
        <StockStepper key={product.id} product={product} steps={steps} />
      ))}
    </>
  );
}

const same = (productId: number, quantity: number) => ({
  productId,
  quantity,
  quantitySeen: quantity,
});

describe('the question whether products are still there', () => {
  givenBrowser();

  test('is answered with one press: the quantity on screen is still there', async () => {
    const { counts, answers } = openServer();
    const { user } = await renderWithQueue(<AskedProducts />, answers);
    const rows = await screen.findAllByRole('listitem');
    const isGone = rows.map((row) => within(row).queryByText('Off the market') !== null);
    expect([isGone, screen.queryByText('Maize')]).toEqual([[false, true], null]);
    await press(user, /^Still there: Tomatoes/);
    await expect.poll(() => counts).toEqual([same(2, 2)]);
    expect(screen.queryByText('Tomatoes')).toBeNull();
    await press(user, 'None left: Kale');
    await expect.poll(() => counts[1]).toMatchObject({ productId: 1, quantity: 0 });
    expect(screen.getByText(/Kale: sold out\./)).toBeTruthy();
  });

  test('"Less" leads to the quantity, where a typed one is saved, and one press answers for all', async () => {
    const { counts, answers } = openServer();
    const { user } = await renderWithQueue(<AskedProducts />, answers);
    await user.click(await screen.findByRole('button', { name: 'Less: Kale' }));
    expect(document.activeElement).toBe(screen.getByLabelText('How much Kale do you have?'));
    await user.keyboard('many{Enter}');
    expect(screen.getByText('Enter a quantity of 0 or more')).toBeTruthy();
    await press(user, 'I still have them all');
    await expect.poll(() => counts).toHaveLength(2);
    expect(counts).toEqual(expect.arrayContaining([same(1, 20), same(2, 2)]));
    expect(screen.queryByRole('listitem')).toBeNull();
    await user.type(screen.getByLabelText('How much Maize do you have?'), '12.5{Enter}');
    await expect.poll(() => counts[2]).toEqual({ productId: 3, quantity: 12.5, quantitySeen: 5 });
  });
});
