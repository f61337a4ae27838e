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
      'Passwords, pictures, reports and compression share one budget; excess work is answered 429 with Retry-After, or skipped',
    files: ['platform/server/heavy-work.test.ts'],
  },
  {
    id: 'E105',
    promise:
      'A request is charged its cost: carts by their lines, and pages and pictures that the server renders',
    files: ['app/http/read-pace.test.ts', 'hostile/heavy-load.test.ts'],
  },
  {
    id: 'E106',
    promise:
      'A free place goes to the client with the least recent use, and use by one address counts for its whole network',
    files: ['platform/server/fair-queue.test.ts'],
  },
];
