import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '#platform/contract.ts';
import { StockSummary } from '#products/web/inventory/inventory-tab.tsx';
import { StockRows } from '#products/web/inventory/stock-rows.tsx';
import { useStock } from '#products/web/inventory/stock-steps.tsx';
import { useOwnProducts } from '#products/web/use-own-products.ts';
import { givenBrowser, ownProduct, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

type Count = { productId: number; quantity: number; quantitySeen: number };

function Inventory() {
  const { data } = useOwnProducts();
  const stock = useStock();
  const { undoable, undo } = stock.steps;
  return (
    <>
      {data && <StockRows products={data} stock={stock} onEdit={() => {}} />}
      {undoable && (
        <button type="button" onClick={() => undo(undoable)}>
          {undoable.text} Undo
        </button>
      )}
    </>
  );
}

/** A server that stores quantities like the real one: only those based on the stored stock. */
function openServer({
  quantity = 12,
  yesterday = [] as { productId: number; quantity: number }[],
} = {}) {
  const server = { quantity };
  const counts: Count[] = [];
  const answers = {
    'farmer.products.list': () => ({
      products: [ownProduct({ quantity: server.quantity })],
      nextCursor: null,
    }),
    'farmer.products.yesterday': () => yesterday,
    'farmer.products.setQuantity': (input: unknown) => {
      const count = input as Count;
      counts.push(count);
      if (count.quantitySeen !== server.quantity) throw refusal(`There are ${server.quantity} now`);
      server.quantity = count.quantity;
      return { id: count.productId, quantity: count.quantity };
    },
  };
  return { server, counts, answers };
}

function refusal(message: string): Error {
  const data = { httpStatus: 409, path: '', code: 'QUANTITY_CHANGED' };
  return new TRPCClientError<AppRouter>(message, {
    result: { error: { message, code: -32009, data } } as never,
  });
}

const find = (name: string | RegExp) => screen.findByRole('button', { name });
async function open(answers: Parameters<typeof renderWithQueue>[1]) {
  const { user } = await renderWithQueue(<Inventory />, answers);
  const press = async (name: string | RegExp) => user.click(await find(name));
  const enter = async (label: RegExp, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
    await press('Save changes');
  };
  return { press, enter };
}

describe('the rows of the inventory on a phone', () => {
  givenBrowser();

  test('an expired product is counted apart, not as in stock', async () => {
    const expired = ownProduct({ id: 8, status: 'expired', quantity: 1985 });
    const products = [expired, ownProduct({ status: 'available', quantity: 120 })];
    await renderScreen(<StockSummary products={products} />);
    const figure = (label: string) => screen.getByText(label).parentElement?.textContent;
    expect([figure('In stock'), figure('Expired')]).toEqual(['In stock1100 or more', 'Expired1']);
  });

  test('pressing + or − changes the stock by one, and no press is lost', async () => {
    const { server, counts, answers } = openServer();
    const { press } = await open(answers);
    await press('One more: Maize');
    for (let more = 0; more < 4; more++) await press('One more: Maize');
    await press('One less: Maize');
    await expect.poll(() => server.quantity).toBe(16);
    // Each save is based on the result of the one before.
    for (const [at, { quantitySeen }] of counts.entries())
      expect(quantitySeen).toBe(counts[at - 1]?.quantity ?? 12);
  });

  test('an order in between is not overwritten: the row shows the remaining stock', async () => {
    const { server, answers } = openServer();
    const { press } = await open(answers);
    await find('One more: Maize');
    server.quantity = 5;
    await press('One more: Maize');
    expect(await screen.findByText('There are 5 now')).toBeTruthy();
    expect(server.quantity).toBe(5);
    await press('One more: Maize');
    await expect.poll(() => server.quantity).toBe(6);
  });

  test('"Sold out" sets 0, and Undo restores the quantity', async () => {
    const { server, answers } = openServer();
    const { press } = await open(answers);
    await press('Change Maize');
    await press('Sold out');
    await expect.poll(() => server.quantity).toBe(0);
    await press('Change Maize');
    expect(screen.queryByRole('button', { name: 'Sold out' })).toBeNull();
    await press('Maize: sold out. Undo');
    await expect.poll(() => server.quantity).toBe(12);
  });

  test('"Same as yesterday" names and sets the quantity, and then disappears', async () => {
    const yesterday = [{ productId: 7, quantity: 120 }];
    const { server, answers } = openServer({ quantity: 3, yesterday });
    const { press } = await open(answers);
    await press('Change Maize');
    await press(/^Same as yesterday: 120 bags/);
    await expect.poll(() => server.quantity).toBe(120);
    await press('Change Maize');
    expect(screen.queryByRole('button', { name: /^Same as yesterday/ })).toBeNull();
  });

  test('a typed quantity is saved as a count, on the basis of the quantity that was seen', async () => {
    const { server, counts, answers } = openServer();
    const { press, enter } = await open(answers);
    await press('Change Maize');
    await enter(/^New quantity/, '-1');
    expect(await screen.findByText('Enter a quantity of 0 or more')).toBeTruthy();
    await enter(/^New quantity/, '1,240.5');
    await expect.poll(() => server.quantity).toBe(1240.5);
    expect(counts).toMatchObject([{ quantitySeen: 12 }]);
    await expect.poll(() => screen.queryByLabelText(/^New quantity/)).toBeNull();
  });

  test('a new price names nothing else of the product, and one below half of the old asks once', async () => {
    const { answers } = openServer();
    const edits: unknown[] = [];
    const { press, enter } = await open({
      ...answers,
      'farmer.products.edit': (input: unknown) => {
        edits.push(input);
        return ownProduct();
      },
    });
    const { price } = ownProduct();
    await press('Change Maize');
    await enter(/^Price per/, String(price / 10));
    expect(await screen.findByText(/less than half of your price/)).toBeTruthy();
    expect(edits).toEqual([]);
    await press('Save changes');
    const named = { productId: 7, quantity: 12, quantitySeen: 12, price: price / 10 };
    await expect.poll(() => edits).toEqual([named]);
  });
});
