import type { Guarantee } from './guarantee-table.ts';

export const operatorGuarantees: Guarantee[] = [
  {
    id: 'F129',
    promise:
      "A row of the operators' log that was changed, removed, added or reordered is found, also at the end",
    files: ['features/operator/log.test.ts'],
  },
  {
    id: 'B130',
    promise: 'Each operation of an operator takes its role, and leaves exactly one row in the log',
    files: ['features/operator/roles.test.ts', 'features/operator/only-operations.test.ts'],
  },
  {
    id: 'D131',
    promise:
      'What takes two people is done once, by another person than the one who requested it, and only while its subject is unchanged',
    files: [
      'features/operator/two-people.test.ts',
      'features/operator/ending-orders.test.ts',
      'features/operator/known-people.test.ts',
    ],
  },
  {
    id: 'A132',
    promise:
      "Nobody is let in at the operators' desk without a second factor; a challenge, a code and a link are accepted once",
    files: ['features/operator/entry.test.ts', 'features/operator/known-people.test.ts'],
  },
];
