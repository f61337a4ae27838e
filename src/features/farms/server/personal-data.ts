import { objectOf, type PersonalData } from '#platform/server/personal-data.ts';
import { farms } from './tables.ts';

export const farmData: PersonalData<unknown> = { single: { farm: objectOf(farms) } };
