import { listOf, type PersonalData } from '#platform/server/personal-data.ts';
import { priceAlerts } from './tables.ts';

export const priceData: PersonalData<unknown> = { lists: { priceAlerts: listOf(priceAlerts) } };
