import { edit, type Mutation } from './mutation.ts';

const DOUBTFUL = ['features/accounts/doubtful-numbers.test.ts'];
const RELEASED = ['features/accounts/released-numbers.test.ts'];
const TRUST = 'features/accounts/server/trust-in-number.ts';
const RELEASE = 'features/accounts/server/people/release-number.ts';

/** Guards of accounts whose phone number is in other hands. */
export const mutationsOfNumbers: Mutation[] = [
  {
    name: 'reset-by-doubtful-number',
    removes: 'a doubtful number gets no code for a new password',
    edits: [
      edit('features/accounts/server/send-account-letters.ts', 'if (!provesPerson(', 'if (email === null && !provesPerson('),
    ],
    tests: DOUBTFUL,
    named: '90 days of silence|not by a new password',
    project: 'postgres',
  },
  {
    name: 'login-by-doubtful-number',
    removes: 'a password beside a reported SIM opens no session',
    edits: [edit(TRUST, "['trusted', 'silent'].includes(", "['trusted', 'silent', 'simChanged', 'numberChanged'].includes(")],
    tests: DOUBTFUL,
    named: 'not by a new password|stolen session',
    project: 'postgres',
  },
  {
    name: 'proof-of-the-moment',
    removes: 'a session that is older than the doubt ends none',
    edits: [edit('features/accounts/server/sessions/queries.ts', ', gt(sessions.createdAt, since)', '')],
    tests: DOUBTFUL,
    named: 'in no other|no PIN is chosen',
    project: 'postgres',
  },
  {
    name: 'proof-by-email',
    removes: 'a session that a QR code opened ends no doubt',
    edits: [edit('features/accounts/server/sessions/queries.ts', ', sessions.isByEmail,', ',')],
    tests: DOUBTFUL,
    named: 'in no other',
    project: 'postgres',
  },
  {
    name: 'sessions-after-report',
    removes: 'a reported SIM change ends the sessions',
    edits: [
      edit(
        'features/accounts/server/phone-line.ts',
        'if (sessionId === null) await endAllSessions(tx, userId);',
        'if (sessionId === null) return;',
      ),
    ],
    tests: DOUBTFUL,
    named: 'neither stays',
    project: 'postgres',
  },
  {
    name: 'payouts-after-report',
    removes: 'payouts wait for as long as the SIM is doubtful',
    edits: [
      edit(
        'features/orders/server/payments/payouts/send-payouts.ts',
        "payee.phoneNumber === '' || payee.simChangedAt",
        "payee.phoneNumber === ''",
      ),
    ],
    tests: DOUBTFUL,
    named: 'payouts wait',
    project: 'postgres',
  },
  {
    name: 'number-heard-of',
    removes: 'a number that was heard from within 90 days stays with its account',
    edits: [edit(RELEASE, 'holder.suspendedAt === null && isSilent(holder, now)', 'holder.suspendedAt === null && now !== null')],
    tests: RELEASED,
    named: 'keeps it|keeps the number',
    project: 'postgres',
  },
  {
    name: 'payout-without-number',
    removes: 'nothing is paid out to an account without a number',
    edits: [
      edit(
        'features/orders/server/payments/payouts/send-payouts.ts',
        "payee.phoneNumber === '' || payee.simChangedAt",
        'payee.simChangedAt',
      ),
    ],
    tests: RELEASED,
    named: 'operator alone',
    project: 'postgres',
  },
  {
    name: 'unconfirmed-link',
    removes: 'a link opens nothing on a device that has not been asked',
    edits: [
      edit('features/accounts/server/phone-link.ts', 'isConfirmed ? null :', 'isConfirmed || currentUserId === null ? null :'),
    ],
    tests: ['features/accounts/phone-link.test.ts'],
    named: 'whose account to open',
    project: 'postgres',
  },
];
