/* A product listed by phone has the crop's name and no photo. */

import { findFarmCounty } from '#farms/server/queries.ts';
import { cropName, findPricedCrop } from '#phones/rules/words.ts';
import { getPriceHint } from '#prices/server/get-prices.ts';
import { createProduct as operation } from '#products/contract.ts';
import { type Crop, crops, findCrop } from '#products/rules/crops.ts';
import { priceAndQuantityInput, quantity, type Unit, units } from '#products/rules/product.ts';
import { categories, QUANTITY_MAX } from '#products/rules/product-facts.ts';
import { categoryLabels, pricedUnitText, unitLabels } from '#products/rules/product-texts.ts';
import { createProduct } from '#products/server/create-product.ts';
import { deleteProduct, editProduct } from '#products/server/edit-product.ts';
import {
  findPhoneProduct,
  lineOf,
  type PhoneProduct,
  priceOf,
  quantityOf,
} from '#products/server/list-own-products.ts';
import { amountText } from '#rules/amounts.ts';
import { findCounty } from '#rules/counties.ts';
import { shortName } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { m } from '#text';
import { askShare, lotLine } from '../quantities.ts';
import { markHeard, type SpeakerCall, say } from '../speakers.ts';
import {
  type Definition,
  end,
  figureIn,
  itemAt,
  judge,
  list,
  menu,
  nextPage,
  numbered,
  type On,
  type Packing,
  runFromMenu,
  type Screen,
} from './define-screen.ts';

type OnProduct = On<'product' | 'count' | 'newPrice' | 'endListing'>;

async function productOf(on: OnProduct): Promise<PhoneProduct> {
  const product = await findPhoneProduct(on, on.screen.productId);
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  return product;
}

const choices = { 1: 'count', 2: 'newPrice', 3: 'endListing' } as const;

const product: Definition<'product'> = {
  async show(on) {
    const { language } = on;
    const shown = await productOf(on);
    const options = { locale: language };
    const values = { ...quantityOf(shown, options), ...priceOf(shown, options) };
    const text = m.smsProductMenu(values, options);
    return shown.isPastDate ? `${m.productExpired({}, options)}\n${text}` : text;
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
      const { screen, language } = on;
      const before = await productOf(on);
      await editProduct(on, { productId: screen.productId, price });
      await markHeard(on);
      const now = priceOf({ ...before, price }, { locale: language });
      const values = { product: before.name, before: amountText(before.price), ...now };
      return end(say(language, m.smsRepriced, values));
    }),
};

const endListing: Definition<'endListing'> = {
  show: async (on) =>
    say(on.language, m.smsEndListingMenu, { product: (await productOf(on)).name }),
  async take(on, input) {
    if (input !== '1') return null;
    const { screen, language } = on;
    const { name } = await productOf(on);
    await deleteProduct(on, { productId: screen.productId });
    await markHeard(on);
    return end(say(language, m.smsListingEnded, { product: name }));
  },
};

const products = list({
  async lineOf(on, productId) {
    const found = await findPhoneProduct(on, productId);
    return found && lineOf(found, { locale: on.language });
  },
  open: ({ screen }, productId): Screen => ({ at: 'product', productId, back: screen }),
});

const CROPS_OF_PAGE = 6;

const sell: Definition<'sell'> = {
  show({ language }) {
    const lines = categories.map((group) => categoryLabels[group]({}, { locale: language }));
    return menu(say(language, m.smsAskGroup), lines, language);
  },
  take({ screen, language }, input) {
    const group = itemAt(categories, input);
    if (group) return { screen: { at: 'sellCrop', group, page: 0, back: screen } };
    const found = findPricedCrop(input);
    if (found) return { screen: { at: 'sellUnit', crop: found.crop.id, back: screen } };
    return { screen, said: say(language, m.smsCropNotListed) };
  },
};

const cropsOf = ({ screen: { group }, language }: On<'sellCrop'>): Crop[] =>
  crops
    .filter((crop) => crop.group === group)
    .sort((one, other) => cropName(one, language).localeCompare(cropName(other, language), 'en'));

const sellCrop: Definition<'sellCrop'> = {
  show(on) {
    const { screen, language } = on;
    const lines = cropsOf(on).map((crop) => shortName(cropName(crop, language)));
    return numbered(lines, { page: screen.page, size: CROPS_OF_PAGE, language });
  },
  take(on, input) {
    const all = cropsOf(on);
    const next = nextPage(on.screen, { input, count: all.length, size: CROPS_OF_PAGE });
    const crop = itemAt(all, input);
    return next ?? (crop ? { screen: { at: 'sellUnit', crop: crop.id, back: on.screen } } : null);
  },
};

function packingsOf(id: string): Packing[] {
  const usual = cropOf(id).packings.map(({ unit, weightKg }) => ({
    unit,
    netWeightKg: unit === 'kg' ? null : weightKg,
  }));
  const isKgUsual = usual.some(({ unit }) => unit === 'kg');
  const others = units.filter((unit) => unit !== 'kg' || !isKgUsual);
  return [...usual, ...others.map((unit) => ({ unit, netWeightKg: null }))];
}

function cropOf(id: string): Crop {
  const crop = findCrop(id);
  if (!crop) throw new AppError('CROP_NOT_FOUND');
  return crop;
}

const sellUnit: Definition<'sellUnit'> = {
  show({ screen, language }) {
    const lines = packingsOf(screen.crop).map(({ unit, netWeightKg }) =>
      pricedUnitText(unit, netWeightKg, { locale: language }),
    );
    const crop = shortName(cropName(cropOf(screen.crop), language));
    return menu(say(language, m.smsAskUnit, { crop }), lines, language);
  },
  take({ screen }, input) {
    const packing = itemAt(packingsOf(screen.crop), input);
    const { crop } = screen;
    return packing ? { screen: { at: 'sellQuantity', crop, packing, back: screen } } : null;
  },
};

const sellQuantity: Definition<'sellQuantity'> = {
  show({ screen: { packing }, language }) {
    return say(language, m.smsAskQuantity, {
      unit: unitLabels[packing.unit]({}, { locale: language }),
    });
  },
  take: (on, input) =>
    judge(on, quantity, figureIn(input), (counted): { screen: Screen } => {
      const { crop, packing } = on.screen;
      const goods = { crop, packing, quantity: counted };
      return { screen: { at: 'sellPrice', ...goods, back: on.screen } };
    }),
};

const sellPrice: Definition<'sellPrice'> = {
  async show(on) {
    const { crop, packing } = on.screen;
    const { unit, netWeightKg } = packing;
    const one = pricedUnitText(unit, netWeightKg, { locale: on.language });
    const asked = say(on.language, m.smsAskPrice, { one });
    return [asked, await sayRange(on, { crop, ...packing })].filter(Boolean).join('\n');
  },
  take: (on, input) =>
    judge(on, priceAndQuantityInput.shape.price, figureIn(input), (price): { screen: Screen } => {
      const { crop, packing, quantity: counted } = on.screen;
      const goods = { crop, packing, quantity: counted, price };
      return { screen: { at: 'sellConfirm', ...goods, back: on.screen } };
    }),
};

function goodsOf({ screen, language }: On<'sellConfirm'>) {
  const { crop: id, packing, quantity: counted, price } = screen;
  const name = cropName(cropOf(id), language);
  return { name, crop: id, category: cropOf(id).group, quantity: counted, price, ...packing };
}

const valuesOf = (on: On<'sellConfirm'>) => {
  const goods = { ...goodsOf(on), name: shortName(goodsOf(on).name) };
  return {
    ...quantityOf(goods, { locale: on.language }),
    ...priceOf(goods, { locale: on.language }),
  };
};

const sellConfirm: Definition<'sellConfirm'> = {
  show: (on) => say(on.language, m.smsSellMenu, valuesOf(on)),
  async take(on, input) {
    if (input !== '1') return null;
    await on.rateLimits.consume(operation.limit, String(on.user.id));
    await createProduct(on, goodsOf(on));
    await markHeard(on);
    return end(say(on.language, m.smsListed, valuesOf(on)));
  },
};

type Packed = { crop: string | null; unit: Unit; netWeightKg: number | null };

/** In this packing if its weight is known, otherwise per kg; empty with too few prices. */
async function sayRange(on: SpeakerCall, { crop, unit, netWeightKg }: Packed) {
  const { db, user, language } = on;
  if (crop === null) return '';
  const county = findCounty(await findFarmCounty(db, user.id));
  const { asked } = await getPriceHint(db, { crop, ...(county && { county }) }, on);
  if (!asked) return '';
  const weight = unit === 'kg' ? 1 : netWeightKg;
  const amountOf = (kes: number) => amountText(Math.round(kes * (weight ?? 1)));
  return say(language, m.smsPriceRange, {
    place: asked.county ?? say(language, m.smsKenya),
    low: amountOf(asked.low),
    high: amountOf(asked.high),
    one: pricedUnitText(weight === null ? 'kg' : unit, netWeightKg, { locale: language }),
  });
}

export const productScreens = {
  products,
  product,
  count,
  newPrice,
  endListing,
  sell,
  sellCrop,
  sellUnit,
  sellQuantity,
  sellPrice,
  sellConfirm,
};

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
