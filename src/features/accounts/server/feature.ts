import type { OutboxHandlers } from '#features/notifications/server/handle-messages.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { accountData } from './people/personal-data.ts';
import { pruneAccounts } from './people/prune-queries.ts';
import {
  sendEmailAdded,
  sendPasswordChanged,
  sendPhoneNumberChanged,
  sendPhoneNumberReleased,
  sendResetCode,
} from './send-account-letters.ts';

export const accounts: Feature<unknown> = { personalData: accountData, prune: pruneAccounts };

type AccountMessagesNeeds = Parameters<typeof sendResetCode>[2] &
  Parameters<typeof sendPasswordChanged>[2] &
  Parameters<typeof sendEmailAdded>[2] &
  Parameters<typeof sendPhoneNumberChanged>[2] &
  Parameters<typeof sendPhoneNumberReleased>[2];

export const accountMessages = (db: Database, services: AccountMessagesNeeds) =>
  ({
    resetCode: (payload) => sendResetCode(db, payload, services),
    passwordChanged: (payload) => sendPasswordChanged(db, payload, services),
    emailAdded: (payload) => sendEmailAdded(db, payload, services),
    phoneNumberChanged: (payload) => sendPhoneNumberChanged(db, payload, services),
    phoneNumberReleased: (payload) => sendPhoneNumberReleased(db, payload, services),
  }) satisfies Partial<OutboxHandlers>;
