import type { UseFormReturn } from 'react-hook-form';
import type { CreateProduct, ProductField } from '#features/products/rules/product.ts';
import { ofFlags } from '#features/products/rules/product-flags.ts';
import { parseDecimal } from '#platform/rules/decimal.ts';
import type { OwnProduct } from '../use-own-products.ts';

/** The choice of no crop. */
export const NO_CROP = 'none';

/** The product form's fields as typed. */
export const emptyProduct = {
  name: '',
  category: '',
  /** The id of the chosen crop, NO_CROP, or empty: the server then guesses from the name. */
  crop: '',
  quantity: '',
  unit: 'kg',
  price: '',
  netWeightKg: '',
  description: '',
  lowStockBelow: '',
  ...ofFlags(() => false),
  /** Percent; empty for goods that are there. */
  depositPercent: '',
  harvestDate: '',
  expiryDate: '',
} satisfies Record<ProductField, unknown>;
export type ProductValues = typeof emptyProduct;

export type ProductFormApi = UseFormReturn<ProductValues, unknown, CreateProduct>;

export const valuesOf = (product: OwnProduct): ProductValues => ({
  name: product.name,
  category: product.category,
  crop: '',
  quantity: String(product.quantity),
  unit: product.unit,
  price: String(product.price),
  netWeightKg: product.netWeightKg === null ? '' : String(product.netWeightKg),
  lowStockBelow: product.lowStockBelow === null ? '' : String(product.lowStockBelow),
  description: product.description,
  ...ofFlags((flag) => product[flag]),
  depositPercent: String(product.depositPercent ?? ''),
  harvestDate: product.harvestDate ?? '',
  expiryDate: product.expiryDate ?? '',
});

/**
 * Converts the values to the schema's types: numbers, and null for empty fields. Without a
 * threshold the specification's classes apply. A product sold by the kilogram has no separate
 * weight.
 */
export const inputOf = ({
  crop,
  quantity,
  price,
  netWeightKg,
  lowStockBelow,
  depositPercent,
  harvestDate,
  expiryDate,
  ...texts
}: ProductValues) => ({
  ...texts,
  ...(crop && { crop: crop === NO_CROP ? null : crop }),
  quantity: parseDecimal(quantity),
  price: parseDecimal(price),
  netWeightKg: texts.unit === 'kg' ? null : parseDecimal(netWeightKg),
  lowStockBelow: parseDecimal(lowStockBelow),
  depositPercent: depositPercent ? Number(depositPercent) : null,
  harvestDate: harvestDate || null,
  expiryDate: expiryDate || null,
});
