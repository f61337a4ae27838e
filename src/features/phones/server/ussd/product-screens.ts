import { isReserved } from '#features/messages/server/reserved-queries.ts';
import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import { priceAndQuantityInput } from '#features/products/rules/product.ts';
import { deleteProduct, editProduct } from '#features/products/server/edit-product.ts';
import {
  findPhoneProduct,
  lineOf,
  type PhoneProduct,
  priceOf,
  quantityOf,
} from '#features/products/server/numbered-products.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { shortAmount } from '#platform/rules/text/sms-words.ts';
import { AppError } from '#platform/server/app-error.ts';
import { markHeard } from '../mark-heard.ts';
import { say } from '../say.ts';
import { type Definition, end, figureIn, judge, list, type On } from './define-screen.ts';
import { runFromMenu } from './run-from-menu.ts';
import { sayRange } from './say-range.ts';
import type { Screen } from './screen.ts';

type OnProduct = On<'product' | 'count' | 'newPrice' | 'endListing'>;

/** @throws AppError PRODUCT_NOT_FOUND if it was deleted meanwhile */
async function productOf({ db, services, screen, speaker }: OnProduct): Promise<PhoneProduct> {
  const call = { ...services, db, user: { id: speaker.userId } };
  const product = await findPhoneProduct(call, screen.productId);
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  return product;
}

/**
 * The actions for a product, by number. The text of the screen names the same numbers.
 */
const choices = { 1: 'count', 2: 'newPrice', 3: 'endListing' } as const;

const product: Definition<'product'> = {
  async show(on) {
    const { language } = on;
    const shown = await productOf(on);
    const options = { locale: language };
    const values = { ...quantityOf(shown, options), ...priceOf(shown, options) };
    const menu = m.smsProductMenu(values, options);
    return shown.isPastDate ? `${m.productExpired({}, options)}\n${menu}` : menu;
  },
  take({ screen }, input) {
    const at = input === '1' || input === '2' || input === '3' ? choices[input] : null;
    return at && { screen: { at, productId: screen.productId, back: screen } };
  },
};

const count: Definition<'count'> = {
  show: async (on) =>
    say(on.language, m.smsAskCount, quantityOf(await productOf(on), { locale: on.language })),
  take(on, input) {
    const { productId } = on.screen;
    const quantity = figureIn(input);
    if (quantity === null || quantity > QUANTITY_MAX) return null;
    return runFromMenu(on, { name: 'countChosen', productId, quantity });
  },
};

const newPrice: Definition<'newPrice'> = {
  async show(on) {
    const shown = await productOf(on);
    const asked = say(on.language, m.smsAskNewPrice, {
      product: shown.name,
      ...priceOf(shown, { locale: on.language }),
    });
    return [asked, await sayRange(on, shown)].filter(Boolean).join('\n');
  },
  take: (on, input) =>
    judge(on, priceAndQuantityInput.shape.price, figureIn(input), async (price) => {
      const { db, services, screen, speaker, language } = on;
      const before = await productOf(on);
      const call = { ...services, db, user: { id: speaker.userId }, isReserved };
      await editProduct(call, { productId: screen.productId, price });
      await markHeard(db, speaker.userId, services);
      const now = priceOf({ ...before, price }, { locale: language });
      const values = { product: before.name, before: shortAmount(before.price), ...now };
      return end(say(language, m.smsRepriced, values));
    }),
};

const endListing: Definition<'endListing'> = {
  show: async (on) =>
    say(on.language, m.smsEndListingMenu, { product: (await productOf(on)).name }),
  async take(on, input) {
    if (input !== '1') return null;
    const { db, services, screen, speaker, language } = on;
    const { name } = await productOf(on);
    const call = { ...services, db, user: { id: speaker.userId }, isReserved };
    await deleteProduct(call, { productId: screen.productId });
    await markHeard(db, speaker.userId, services);
    return end(say(language, m.smsListingEnded, { product: name }));
  },
};

const products = list({
  async lineOf({ db, services, speaker, language }, productId) {
    const found = await findPhoneProduct(
      { ...services, db, user: { id: speaker.userId } },
      productId,
    );
    return found && lineOf(found, { locale: language });
  },
  open: ({ screen }, productId): Screen => ({ at: 'product', productId, back: screen }),
});

export const productScreens = { products, product, count, newPrice, endListing };
