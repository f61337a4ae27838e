import { mergeVisitorCart } from '#orders/web/cart/change-cart.ts';
import { readCartLines, type ServerCache, setCartLine } from '#orders/web/cart/visitor-cart.tsx';
import { currentToasts } from '#ui/show-toast.ts';

const kale = { productId: 1, quantity: 2.5 };
const beans = { productId: 2, quantity: 1 };
const answered = { lines: [kale, beans], farms: [], total: 0, lineCount: 2, canOrder: false };

function cacheOf(add: () => Promise<unknown>) {
  const get = { setData: vi.fn(), cancel: vi.fn() };
  const quote = { invalidate: vi.fn() };
  const client = { buyer: { cart: { add: { mutate: add } } } };
  const cache = { client, buyer: { cart: { get }, orders: { quote } } } as unknown as ServerCache;
  return { cache, get, quote };
}

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe("a visitor's cart after the login", () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', storage());
    setCartLine(kale);
    setCartLine(beans);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("is added to the buyer's in one call, removed from the device, shown, and quoted again", async () => {
    const add = vi.fn(async () => answered);
    const { cache, get, quote } = cacheOf(add);
    await mergeVisitorCart(cache);
    expect(add).toHaveBeenCalledExactlyOnceWith({ lines: [kale, beans] });
    expect(readCartLines()).toEqual([]);
    expect(get.setData).toHaveBeenCalledExactlyOnceWith(undefined, answered);
    expect(quote.invalidate).toHaveBeenCalledTimes(1);
  });

  test('says so if a product is no longer on offer', async () => {
    await mergeVisitorCart(cacheOf(async () => answered).cache);
    expect(currentToasts()).toEqual([]);
    setCartLine(kale);
    setCartLine(beans);
    await mergeVisitorCart(cacheOf(async () => ({ ...answered, lines: [beans] })).cache);
    expect(currentToasts().map(({ text }) => text)).toEqual([
      'Products that are no longer for sale were removed.',
    ]);
  });

  test('keeps lines added during the call', async () => {
    const { cache } = cacheOf(async () => {
      setCartLine({ ...beans, quantity: 4 });
      return answered;
    });
    await mergeVisitorCart(cache);
    expect(readCartLines()).toEqual([{ productId: 2, quantity: 4 }]);
  });

  test('stays on the device if the call fails, and says so', async () => {
    await mergeVisitorCart(cacheOf(() => Promise.reject(new Error())).cache);
    expect(readCartLines()).toEqual([kale, beans]);
    expect(currentToasts().at(-1)?.text).toContain('We will try again.');
  });

  test('is sent once, although two screens ask for it', async () => {
    const add = vi.fn(async () => answered);
    const { cache } = cacheOf(add);
    await Promise.all([mergeVisitorCart(cache), mergeVisitorCart(cache)]);
    await mergeVisitorCart(cache);
    expect(add).toHaveBeenCalledTimes(1);
  });
});
