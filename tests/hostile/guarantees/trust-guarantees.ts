import { accounts, phones, type Rows } from './guarantee-table.ts';

export const trustGuarantees: Rows = {
  A107: [
    'A number that was silent for 90 days, had its SIM reported or was changed by a session alone resets no password; after the last two it opens no session',
    accounts('trust-in-number'),
    accounts('doubtful-numbers'),
  ],
  A108: [
    'The right PIN or proof of the email ends a doubt about a number; a new password or PIN does not',
    accounts('doubtful-numbers'),
    accounts('set-before-doubt'),
  ],
  A109: [
    '`sim-changed` ends sessions and codes and holds payouts; the payout number stays',
    accounts('doubtful-numbers'),
    accounts('set-before-doubt'),
  ],
  A110: [
    'Only the number of a silent account goes to its new holder; the account keeps everything else, and its money waits',
    accounts('released-numbers'),
  ],
  A111: [
    "An agent never knows the farmer's PIN: the farmer chooses it at the first USSD dial",
    phones('signed-up-by-agent'),
  ],
  A112: [
    'A login link and shared photos have no effect before a press on our page',
    accounts('phone-link'),
    'app/web/worker/shared-photos',
  ],
};
