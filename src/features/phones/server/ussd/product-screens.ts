import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { findPhoneProduct, quantityOf } from '../phone-products.ts';
import { say, sayRefusal } from '../say.ts';
import { type Definition, figureIn, list } from './define-screen.ts';
import { runFromMenu } from './run-from-menu.ts';
import type { Screen } from './screen.ts';

const count: Definition<'count'> = {
  async show({ db, services, screen: { productId }, speaker, language }) {
    const own = { farmerId: speaker.userId, productId };
    const product = await findPhoneProduct(db, own, services);
    return product
      ? say(language, 'askCount', quantityOf(product, language))
      : sayRefusal(new AppError('PRODUCT_NOT_FOUND'), language);
  },
  take(on, input) {
    const { productId } = on.screen;
    const quantity = figureIn(input);
    if (quantity === null || quantity > QUANTITY_MAX) return null;
    return runFromMenu(on, { name: 'countChosen', productId, quantity });
  },
};

const products = list({
  async lineOf({ db, services, speaker, language }, productId) {
    const product = await findPhoneProduct(db, { farmerId: speaker.userId, productId }, services);
    return product && say(language, 'productLine', quantityOf(product, language));
  },
  open: ({ screen }, productId): Screen => ({ at: 'count', productId, back: screen }),
});

export const productScreens = { products, count };
