import { hostile, type Rows, server } from './guarantee-table.ts';

export const heavyGuarantees: Rows = {
  E103: [
    "600 wrong logins in a second, from one address or 40 networks, leave others' market under 500 ms and their login under 1.5 s",
    hostile('heavy-load'),
    server('heavy-work'),
  ],
  E104: [
    'Passwords, reports and compression share one budget; excess work is answered 429 with Retry-After, or skipped',
    server('heavy-work'),
  ],
  E105: [
    'Carts of a hundred lines, pages and pictures are charged the time that they took, and the browser renders a page that would wait too long',
    'app/pages/market-page',
    hostile('heavy-load'),
  ],
  E106: [
    'A free place goes to the client with the least recent use, and use by one address counts for its whole network',
    server('fair-queue'),
  ],
};
