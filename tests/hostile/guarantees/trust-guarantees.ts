import { type Guarantee, row } from './guarantee-table.ts';

const accounts = (name: string) => `features/accounts/${name}.test.ts`;
const phones = (name: string) => `features/phones/${name}.test.ts`;

/** The guarantees about phone numbers in other hands. */
export const trustGuarantees: Guarantee[] = [
  row(
    'A107',
    'A number that was silent for 90 days, had its SIM reported or was changed by a session alone resets no password; after the last two it opens no session',
    accounts('trust-in-number'),
    accounts('doubtful-numbers'),
  ),
  row(
    'A108',
    'The right PIN or proof of the email ends a doubt about a number; a new password or PIN does not',
    accounts('doubtful-numbers'),
    accounts('set-before-doubt'),
  ),
  row(
    'A109',
    '`sim-changed` ends sessions and codes and holds payouts; the payout number stays',
    accounts('doubtful-numbers'),
    accounts('set-before-doubt'),
  ),
  row(
    'A110',
    'Only the number of a silent account goes to its new holder; the account keeps everything else, and its money waits',
    accounts('released-numbers'),
  ),
  row(
    'A111',
    "An agent never knows the farmer's PIN: the farmer chooses it at the first USSD dial",
    phones('signed-up-by-agent'),
  ),
  row(
    'A112',
    'A login link and shared photos have no effect before a press on our page',
    accounts('phone-link'),
    'app/web/worker/shared-photos.test.ts',
  ),
];
