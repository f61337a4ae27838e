import {
  faults,
  hostile,
  notifications,
  privacy,
  type Rows,
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
};
