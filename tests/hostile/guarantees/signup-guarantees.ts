import { accounts, hostile, phones, type Rows } from './guarantee-table.ts';

export const signupGuarantees: Rows = {
  E119: [
    "Each cause of SMS has a share of the budget; first messages silence neither new orders nor answers to farmers' words",
    hostile('newcomer-loads'),
    phones('sms-budget'),
  ],
  E120: [
    'A flood of sign-ups from 50 IPv6 networks leaves honest newcomers their codes by email and SMS',
    hostile('newcomer-loads'),
  ],
  A121: [
    'If no code was sent, the answer says so, alike with and without an account, and another can be requested',
    accounts('mails-to-newcomers'),
    'app/web/prove-work',
  ],
  E122: [
    'A proof of work is required only after half of a pool is used; each counts once',
    'platform/server/pools/proof-of-work',
    'app/web/prove-work',
  ],
  C123: [
    'A phone that writes JIUNGE gets its sign-up code outside the budget for newcomers',
    phones('join-by-sms'),
  ],
};
