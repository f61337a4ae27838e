import type { PersonalData } from '#platform/server/feature.ts';
import { listOf, objectOf } from '#platform/server/personal-data.ts';
import { apiKeys, knownDevices, sessions } from '../tables/sessions.ts';
import { buyers, users } from '../tables/users.ts';

export const accountData: PersonalData = {
  single: { account: objectOf(users), buyer: objectOf(buyers) },
  lists: {
    sessions: listOf(sessions),
    knownDevices: listOf(knownDevices, { orderBy: 'firstLoginAt tokenHash' }),
    apiKeys: listOf(apiKeys),
  },
};
