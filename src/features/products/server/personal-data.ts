import type { PersonalData } from '#platform/server/feature.ts';
import { listOf } from '#platform/server/personal-data.ts';
import { products, stockMovements } from './tables.ts';

export const productData: PersonalData = {
  lists: {
    'farm.products': listOf(products),
    'farm.stockMovements': listOf(stockMovements),
  },
};
