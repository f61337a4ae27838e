import { orders, payments, type Rows } from './guarantee-table.ts';

export const edgeGuarantees: Rows = {
  E126: [
    'At most five live streams per session, 250 per address and 1,000 per process: the oldest ends, and its page asks once a minute instead',
    orders('stream-limits'),
    orders('changes'),
    'features/orders/web/order-changes',
    'hostile/many-streams',
  ],
  C127: [
    'A push endpoint whose path begins like another host, or whose host has an empty name, is refused',
    'features/notifications/rules/notice',
  ],
  D128: [
    "What M-Pesa sends beyond its documentation is read, and none of it settles money without M-Pesa's own answer",
    payments('seen-in-the-wild'),
    payments('payouts-in-the-wild'),
  ],
};
