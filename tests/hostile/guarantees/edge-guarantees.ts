import type { Guarantee } from './guarantee-table.ts';

export const edgeGuarantees: Guarantee[] = [
  {
    id: 'E126',
    promise:
      'At most five live streams per session, 250 per address and 1,000 per process: the oldest ends, and its page asks once a minute instead',
    files: [
      'features/orders/orders/stream-limits.test.ts',
      'features/orders/orders/changes.test.ts',
      'features/orders/web/order-changes.test.ts',
      'hostile/many-streams.test.ts',
    ],
  },
  {
    id: 'C127',
    promise:
      'A push endpoint whose path begins like another host, or whose host has an empty name, is refused',
    files: ['features/notifications/rules/notice.test.ts'],
  },
  {
    id: 'D128',
    promise:
      "What M-Pesa sends beyond its documentation is read, and none of it settles money without M-Pesa's own answer",
    files: [
      'features/orders/payments/seen-in-the-wild.test.ts',
      'features/orders/payments/payouts-in-the-wild.test.ts',
    ],
  },
];
