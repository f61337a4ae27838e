import { listOf, type PersonalData } from '#platform/server/personal-data.ts';
import { products, stockMovements } from './tables.ts';

export const productData: PersonalData<unknown> = {
  lists: {
    'farm.products': listOf(products),
    'farm.stockMovements': listOf(stockMovements),
  },
};
