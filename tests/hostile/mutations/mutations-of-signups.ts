import { edit, type Mutation } from './mutation.ts';

/** Guards of the pools out of which sign-ups and SMS come. */
export const mutationsOfSignups: Mutation[] = [
  {
    name: 'newcomer-networks',
    removes: 'what newcomers cause is counted for each of their networks',
    edits: [edit('platform/server/pools/pools.ts', 'if (used > source.most) return refuse(waitSeconds);', '')],
    tests: ['features/accounts/mails-to-newcomers.test.ts'],
    project: 'embedded',
  },
  {
    name: 'quiet-part',
    removes: 'the last part of a pool is left for those who have caused little',
    edits: [edit('platform/server/pools/pools.ts', 'pool.total - (isQuiet ? 0 : pool.quiet)', 'pool.total')],
    tests: ['features/phones/sms-budget.test.ts'],
    project: 'embedded',
  },
  {
    name: 'proof-used-once',
    removes: 'a proof of work counts once',
    edits: [
      edit(
        'platform/server/pools/proof-of-work.ts',
        'return (await rateLimits.add(USED, 1, unsigned)).used === 1;',
        'return true;',
      ),
    ],
    tests: ['platform/server/pools/proof-of-work.test.ts'],
    project: 'embedded',
  },
  {
    name: 'sms-of-unproven',
    removes: 'messages of people of whom nothing is proven cause no SMS',
    edits: [edit('features/notifications/server/notices/queries.ts', 'isProven(sql`posted.caused_by`)', 'sql`true`')],
    tests: ['features/phones/sms-budget.test.ts'],
    project: 'embedded',
  },
];
