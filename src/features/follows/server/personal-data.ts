import { listOf, type PersonalData } from '#platform/server/personal-data.ts';
import { follows } from './tables.ts';

export const followData: PersonalData<unknown> = { lists: { follows: listOf(follows) } };
