import type { Feature } from '#platform/server/feature.ts';
import { productData } from './personal-data.ts';

export const products: Feature<unknown> = { personalData: productData };
