import {
  faults,
  hostile,
  notifications,
  orders,
  payments,
  privacy,
  type Rows,
  rest,
  server,
  uploads,
} from './guarantee-table.ts';

export const loadGuarantees: Rows = {
  E36: [
    'Mixed requests at 50 a second: no 5xx, p99 under 500 ms, constant memory',
    hostile('steady-load'),
  ],
  E37: ["Slow clients don't slow the others", hostile('slow-clients')],
  E38: [
    'PostgreSQL stopped or frozen: 503 in time; once it is back: healthy in time',
    faults('postgres-outage'),
  ],
  E39: [
    'Mail server refusing or hanging: answers within 5 s, and letters about orders go out once',
    notifications('mail-outage'),
    faults('dependencies-down'),
  ],
  E40: ['Geocoder down: listing and ordering still work', faults('dependencies-down')],
  E41: ['A full disk: 507, no partial file, no row', uploads('full-disk')],
  E42: [
    'kill -9 of the server or PostgreSQL: no order lost, none doubled',
    faults('kills'),
    faults('photo-kills'),
    faults('postgres-kills'),
  ],
  E43: [
    'SIGTERM under load: requests in flight complete, and the server exits within 10 s',
    faults('sigterm'),
  ],
  E44: ['A second process on the embedded database is refused', 'platform/server/db/folder-lock'],
  E50: [
    'A statement that fails half-way leaves no gaps in the next result',
    'platform/server/db/failed-statements',
  ],
  E51: [
    "One client's expensive queries leave others their first page in under 500 ms, without a 5xx",
    hostile('dear-questions'),
    'features/products/shares',
    server('fair-queue'),
  ],
  E54: ['Payments do not wait for mail, nor mail for payments', notifications('lanes')],
  E55: [
    'Uploads take turns by farmer, and unused photos are limited in bytes',
    uploads('fair-uploads'),
    server('fair-queue'),
  ],
  E56: ['One data export per person at a time, a few an hour, and streamed', privacy('exports')],
  E57: [
    'A farm lists at a limited pace and up to a cap, and takes turns among the newest offers',
    'features/products/listing-turns',
  ],
  E52: ['A restart behind the shipped proxy loses no request', faults('restarts')],
  E53: [
    'PostgreSQL unreachable: the shipped proxy still serves pages that need no database',
    faults('proxy-outage'),
  ],
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
  E90: [
    'A photo sent in parts continues where it was interrupted, through 20 interruptions, kill -9 and two processes, and is stored once',
    uploads('uploads-in-parts'),
    uploads('cut-parts'),
    faults('upload-kills'),
  ],
  E125: [
    'Unfinished uploads take no space in the database: their bytes are in the photo store, count among what their farmer stores, and are refused with 507 before its disk is full',
    uploads('uploads-in-parts'),
  ],
  B91: [
    "Evidence is of the moment that the phone names, noted where it cannot be right, and money goes by the server's clock",
    rest('moment-of-evidence'),
  ],
};
