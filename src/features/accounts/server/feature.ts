import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { accountApi } from './api/description.ts';
import { authPaths, buyerPaths } from './api/rest.ts';
import { accountData } from './people/personal-data.ts';
import { pruneAccounts } from './people/prune-queries.ts';
import { endPin, pinEnds } from './phone-line.ts';
import {
  emailAdded,
  passwordChanged,
  phoneNumberChanged,
  phoneNumberReleased,
  pinReset,
  resetCode,
  sendEmailAdded,
  sendPasswordChanged,
  sendPhoneNumberChanged,
  sendPhoneNumberReleased,
  sendPinReset,
  sendResetCode,
} from './send-account-letters.ts';

export const accounts = {
  paths: {
    '/api/auth': authPaths,
    '/api/buyer': buyerPaths,
  },
  api: accountApi,
  personalData: accountData,
  prune: pruneAccounts,
  outbox: [
    handledBy(resetCode, sendResetCode),
    handledBy(passwordChanged, sendPasswordChanged),
    handledBy(emailAdded, sendEmailAdded),
    handledBy(phoneNumberChanged, sendPhoneNumberChanged),
    handledBy(phoneNumberReleased, sendPhoneNumberReleased),
    handledBy(pinReset, sendPinReset),
    handledBy(pinEnds, endPin),
  ],
} satisfies Feature<never, never>;
