import * as operations from '#features/accounts/contract.ts';
import type { Feature } from '#platform/server/feature.ts';
import { describeOperations } from '#platform/server/openapi/api-description.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { authDescription } from './api/description.ts';
import { authPaths } from './api/rest.ts';
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
  paths: { '/api/auth': authPaths },
  api: describeOperations('Account', operations, authDescription),
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
