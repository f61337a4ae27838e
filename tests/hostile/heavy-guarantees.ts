import type { Guarantee } from './guarantee-table.ts';

/** The guarantees under heavy work of some clients. */
export const heavyGuarantees: Guarantee[] = [
  {
    id: 'E103',
    promise:
      "600 wrong logins in a second, from one address or 40 networks, leave others' market under 500 ms and their login under 1.5 s",
    files: ['hostile/heavy-load.test.ts', 'platform/server/heavy-work.test.ts'],
  },
  {
    id: 'E104',
    promise:
      'Passwords, pictures, reports and compression share one budget; more is answered 429 with Retry-After, or left out',
    files: ['platform/server/heavy-work.test.ts'],
  },
  {
    id: 'E105',
    promise:
      'A question is charged what it costs: carts by their lines, pages and pictures that the server draws',
    files: ['app/http/read-pace.test.ts', 'hostile/heavy-load.test.ts'],
  },
  {
    id: 'E106',
    promise:
      'A free place goes to the client that has used the least lately, and what one address of a network used counts for all of it',
    files: ['platform/server/fair-queue.test.ts'],
  },
];
