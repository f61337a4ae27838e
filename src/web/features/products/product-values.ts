import { parseDecimal } from '#shared/decimal.ts';
import type { OwnProduct } from '#web/features/dashboard/use-own-products.ts';

/** The product form's fields as typed. */
export type ProductValues = {
  name: string;
  category: string;
  quantity: string;
  unit: string;
  price: string;
  netWeightKg: string;
  description: string;
  lowStockBelow: string;
  isOrganic: boolean;
  harvestDate: string;
  expiryDate: string;
};

export const emptyProduct: ProductValues = {
  name: '',
  category: '',
  quantity: '',
  unit: 'kg',
  price: '',
  netWeightKg: '',
  description: '',
  lowStockBelow: '',
  isOrganic: false,
  harvestDate: '',
  expiryDate: '',
};

export const valuesOf = (product: OwnProduct): ProductValues => ({
  name: product.name,
  category: product.category,
  quantity: String(product.quantity),
  unit: product.unit,
  price: String(product.price),
  netWeightKg: product.netWeightKg === null ? '' : String(product.netWeightKg),
  lowStockBelow: product.lowStockBelow === null ? '' : String(product.lowStockBelow),
  description: product.description,
  isOrganic: product.isOrganic,
  harvestDate: product.harvestDate ?? '',
  expiryDate: product.expiryDate ?? '',
});

/** The values in the schema's types: numbers, and null for empty fields: without a threshold the specification's classes say what is low. A product sold by the kilogram has no separate weight. */
export const inputOf = ({ quantity, price, netWeightKg, lowStockBelow, harvestDate, expiryDate, ...texts }: ProductValues) => ({
  ...texts,
  quantity: parseDecimal(quantity),
  price: parseDecimal(price),
  netWeightKg: texts.unit === 'kg' ? null : parseDecimal(netWeightKg),
  lowStockBelow: parseDecimal(lowStockBelow),
  harvestDate: harvestDate || null,
  expiryDate: expiryDate || null,
});
