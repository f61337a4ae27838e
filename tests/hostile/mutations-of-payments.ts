import { edit, type Mutation } from './mutation.ts';

/** What keeps money from leaving twice, and phones from ringing for strangers. */
export const mutationsOfPayments: Mutation[] = [
  {
    name: 'paying-database',
    removes: 'only the database that knows itself pays out',
    edits: [edit('payments/send-payouts.ts', 'due.length === 0 || !(await mayPayOut(db))', 'due.length === 0')],
    tests: ['server/payments/paying-database.test.ts'],
    project: 'postgres',
  },
  {
    name: 'paying-row',
    removes: 'a row that was restored names no database',
    edits: [edit('payments/paying-database-queries.ts', '= ${ownIdentity} and ${isWrittenHere}, false)', '= ${ownIdentity}, false)')],
    tests: ['server/payments/paying-database.test.ts'],
    project: 'postgres',
  },
  {
    name: 'payout-5xx',
    removes: 'a 5xx of a payout is no refusal',
    edits: [edit('payments/daraja.ts', "answer.status >= 500) return { outcome: 'unknown' };", "answer.status >= 600) return { outcome: 'unknown' };")],
    tests: ['server/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'payout-asks-first',
    removes: 'M-Pesa is asked before a payout is sent again',
    edits: [edit('payments/decide-payout.ts', "payout.originatorConversationId !== null && !withoutAsking", 'withoutAsking && !withoutAsking')],
    tests: ['server/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'payout-late-result',
    removes: 'a result counts however its payout stands',
    edits: [edit('payments/work-on-payout-result.ts', 'if (!isSuccess) return false;', 'if (isSuccess || !isSuccess) return false;')],
    tests: ['server/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
];
