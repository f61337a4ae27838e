import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { authPaths, buyerPaths } from './api/rest.ts';
import { accountData } from './people/personal-data.ts';
import { pruneAccounts } from './people/prune-queries.ts';
import {
  emailAdded,
  passwordChanged,
  phoneNumberChanged,
  phoneNumberReleased,
  resetCode,
  sendEmailAdded,
  sendPasswordChanged,
  sendPhoneNumberChanged,
  sendPhoneNumberReleased,
  sendResetCode,
} from './send-account-letters.ts';

export const accounts = {
  paths: {
    '/api/auth': authPaths,
    '/api/buyer': buyerPaths,
  },
  personalData: accountData,
  prune: pruneAccounts,
  outbox: [
    handledBy(resetCode, sendResetCode),
    handledBy(passwordChanged, sendPasswordChanged),
    handledBy(emailAdded, sendEmailAdded),
    handledBy(phoneNumberChanged, sendPhoneNumberChanged),
    handledBy(phoneNumberReleased, sendPhoneNumberReleased),
  ],
} satisfies Feature<never, never>;
