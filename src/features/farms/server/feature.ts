import type { Feature } from '#platform/server/feature.ts';
import { farmData } from './personal-data.ts';

export const farms: Feature<unknown> = { personalData: farmData };
