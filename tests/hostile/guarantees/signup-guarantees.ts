import { type Guarantee, row } from './guarantee-table.ts';

const LOADS = 'hostile/newcomer-loads.test.ts';

export const signupGuarantees: Guarantee[] = [
  row(
    'E119',
    "Each cause of SMS has a share of the budget; first messages silence neither new orders nor answers to farmers' words",
    LOADS,
    'features/phones/sms-budget.test.ts',
  ),
  row(
    'E120',
    'A flood of sign-ups from 50 IPv6 networks leaves honest newcomers their codes by email and SMS',
    LOADS,
  ),
  row(
    'A121',
    'If no code was sent, the answer says so, alike with and without an account, and another can be requested',
    'features/accounts/mails-to-newcomers.test.ts',
    'app/web/prove-work.test.ts',
  ),
  row(
    'E122',
    'A proof of work is required only after half of a pool is used; each counts once',
    'platform/server/pools/proof-of-work.test.ts',
    'app/web/prove-work.test.ts',
  ),
  row(
    'C123',
    'A phone that writes JIUNGE gets its sign-up code outside the budget for newcomers',
    'features/phones/join-by-sms.test.ts',
  ),
];
