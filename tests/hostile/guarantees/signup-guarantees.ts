import { accounts, hostile, phones, type Rows } from './guarantee-table.ts';

export const signupGuarantees: Rows = {
  E119: [
    "Each cause of SMS has a share of the budget; first messages silence neither new orders nor answers to farmers' words",
    hostile('newcomer-loads'),
    phones('sms-budget'),
  ],
  E120: [
    'A flood of sign-ups from many networks waits behind itself, and leaves honest newcomers their codes by email and SMS',
    'platform/server/fair-queue',
    hostile('newcomer-loads'),
  ],
  A121: [
    'If no code was sent, the answer says so, alike with and without an account, and another can be requested',
    accounts('mails-to-newcomers'),
  ],
};
