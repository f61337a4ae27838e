import { figureText, moneyText } from '#rules/amounts.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import type { Unit } from './product.ts';
import type { Category } from './product-facts.ts';

/** The plural, as in "120 bags". */
export const unitLabels = {
  kg: m.unitKg,
  bags: m.unitBags,
  pieces: m.unitPieces,
  crates: m.unitCrates,
  trays: m.unitTrays,
  litres: m.unitLitres,
  bunches: m.unitBunches,
} satisfies Said;

/** The singular, as in "KES 3,200.00 / bag". */
export const oneUnitLabels = {
  kg: m.unitKg,
  bags: m.unitOneBag,
  pieces: m.unitOnePiece,
  crates: m.unitOneCrate,
  trays: m.unitOneTray,
  litres: m.unitOneLitre,
  bunches: m.unitOneBunch,
} satisfies Said;

type Said = Record<Unit, () => string>;

export const unitText = (quantity: number, unit: Unit, options?: { locale: Language }) =>
  (quantity === 1 ? oneUnitLabels : unitLabels)[unit]({}, options);

type Goods = { quantity: number; unit: Unit; name: string };

/** "40 kg Tomatoes, 2 bags Maize"; in Swahili "kilo 40 za Nyanya, magunia 2 ya Mahindi". */
export const goodsText = (goods: readonly Goods[], options: { locale: Language }) =>
  goods
    .map(({ quantity, unit, name }) => {
      // Gunia and fungu are of another noun class.
      const line = unit === 'bags' || unit === 'bunches' ? m.goodsLineBags : m.goodsLine;
      const said = { quantity: figureText(quantity), unit: unitText(quantity, unit, options) };
      return line({ ...said, count: quantity, name }, options);
    })
    .join(', ');

export const pricedUnitText = (
  unit: Unit,
  netWeightKg: number | null,
  options?: { locale: Language },
) =>
  netWeightKg && unit !== 'kg'
    ? m.perWeighed(
        { weight: figureText(netWeightKg), unit: oneUnitLabels[unit]({}, options) },
        options,
      )
    : oneUnitLabels[unit]({}, options);

export const categoryLabels = {
  Cereals: m.categoryCereals,
  Legumes: m.categoryLegumes,
  Vegetables: m.categoryVegetables,
  Fruits: m.categoryFruits,
  'Root Crops': m.categoryRootCrops,
  'Dairy & eggs': m.categoryDairyEggs,
  Other: m.categoryOther,
} satisfies Record<Category, () => string>;

/**
 * "Layer eggs", and "Mayai (Layer eggs)" on a Swahili page. Answers cached earlier lack the
 * Swahili name.
 */
export const productNameText = ({
  name,
  swahiliName,
}: {
  name: string;
  swahiliName?: string | null;
}) => (swahiliName && getLocale() === 'sw' ? `${swahiliName} (${name})` : name);

/** "120 bags", "1 bag", in the page's language */
export const quantityText = (quantity: number, unit: Unit) =>
  m.quantityWithUnit({ quantity: figureText(quantity), unit: unitText(quantity, unit) });

/** "KES 3,200.00 / bag", in the page's language */
export const priceText = (price: number, unit: Unit) =>
  m.priceWithUnit({ price: moneyText(price), unit: oneUnitLabels[unit]() });
