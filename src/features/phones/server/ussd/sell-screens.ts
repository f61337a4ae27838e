/*
 * Lists a product in six steps: group or name of the crop, crop, unit, quantity, price, and a look
 * at all of it. Its name is the crop's, and it has no photo.
 */

import { cropName, findPricedCrop } from '#features/phones/rules/find-priced-crop.ts';
import { createProduct as operation } from '#features/products/contract.ts';
import { categories } from '#features/products/rules/categories.ts';
import { categoryLabels } from '#features/products/rules/category-texts.ts';
import { type Crop, crops, findCrop } from '#features/products/rules/crops.ts';
import { priceAndQuantityInput, quantity, units } from '#features/products/rules/product.ts';
import { pricedUnitText, unitLabels } from '#features/products/rules/unit-texts.ts';
import { createProduct } from '#features/products/server/create-product.ts';
import { priceOf, quantityOf } from '#features/products/server/numbered-products.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { shortName } from '#platform/rules/text/sms-words.ts';
import { AppError } from '#platform/server/app-error.ts';
import { markHeard } from '../mark-heard.ts';
import { say } from '../say.ts';
import {
  type Definition,
  end,
  figureIn,
  itemAt,
  judge,
  nextPage,
  numbered,
  type On,
} from './define-screen.ts';
import { sayRange } from './say-range.ts';
import type { Packing, Screen } from './screen.ts';

const CROPS_OF_PAGE = 6;

const sell: Definition<'sell'> = {
  show({ language }) {
    const lines = categories.map((group) => categoryLabels[group]({}, { locale: language }));
    const size = lines.length;
    return `${say(language, m.smsAskGroup, {})}\n${numbered(lines, { page: 0, size, language })}`;
  },
  take({ screen, language }, input) {
    const group = itemAt(categories, input);
    if (group) return { screen: { at: 'sellCrop', group, page: 0, back: screen } };
    const found = findPricedCrop(input);
    if (found) return { screen: { at: 'sellUnit', crop: found.crop.id, back: screen } };
    return { screen, said: say(language, m.smsCropNotListed, {}) };
  },
};

/** The crops of a group by their name in this language. */
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

/** How the crop is usually packed, with the usual weights, and then every unit without a weight. */
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
    const size = lines.length;
    const crop = shortName(cropName(cropOf(screen.crop), language));
    return `${say(language, m.smsAskUnit, { crop })}\n${numbered(lines, { page: 0, size, language })}`;
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

/** The answers that the screens have collected, as a product's fields. */
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
    const { db, services, speaker, language } = on;
    const { userId: farmerId } = speaker;
    await services.rateLimits.consume(operation.limit, String(farmerId));
    await createProduct({ ...services, db, user: { id: farmerId } }, goodsOf(on));
    await markHeard(db, farmerId, services);
    return end(say(language, m.smsListed, valuesOf(on)));
  },
};

export const sellScreens = { sell, sellCrop, sellUnit, sellQuantity, sellPrice, sellConfirm };
