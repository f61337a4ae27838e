import { operator, type Rows } from './guarantee-table.ts';

export const operatorGuarantees: Rows = {
  F129: [
    "A row of the operators' log that was changed, removed, added or reordered is found, also at the end",
    operator('log'),
  ],
  B130: [
    'Each operation of an operator takes its role, and leaves exactly one row in the log',
    operator('roles'),
    operator('only-operations'),
  ],
  D131: [
    'What takes two people is done once, by another person than the one who requested it, and only while its subject is unchanged',
    operator('two-people'),
    operator('ending-orders'),
    operator('known-people'),
  ],
  A132: [
    "Nobody is let in at the operators' desk without a second factor; a challenge, a code and a link are accepted once",
    operator('entry'),
    operator('known-people'),
  ],
};
