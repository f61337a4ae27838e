import { type Guarantee, row } from './guarantee-table.ts';

const rest = (name: string) => `app/rest/${name}.test.ts`;
const hostile = (name: string) => `hostile/${name}.test.ts`;

/** The guarantees about load, faults and restarts. */
export const loadGuarantees: Guarantee[] = [
  row(
    'E36',
    'Mixed requests at 50 a second: no 5xx, p99 under 500 ms, constant memory',
    hostile('steady-load'),
  ),
  row('E37', "Slow clients don't slow the others", hostile('slow-clients')),
  row(
    'E38',
    'PostgreSQL stopped or frozen: 503 in time; once it is back: healthy in time',
    hostile('faults/postgres-outage'),
  ),
  row(
    'E39',
    'Mail server refusing or hanging: answers within 5 s, and letters about orders go out once',
    'features/notifications/mail-outage.test.ts',
    hostile('faults/dependencies-down'),
  ),
  row('E40', 'Geocoder down: listing and ordering still work', hostile('faults/dependencies-down')),
  row('E41', 'A full disk: 507, no partial file, no row', rest('uploads/full-disk')),
  row(
    'E42',
    'kill -9 of the server or PostgreSQL: no order lost, none doubled',
    hostile('faults/kills'),
    hostile('faults/photo-kills'),
    hostile('faults/postgres-kills'),
  ),
  row(
    'E43',
    'SIGTERM under load: requests in flight complete, and the server exits within 10 s',
    hostile('faults/sigterm'),
  ),
  {
    ...row(
      'E44',
      'A second process on the embedded database is refused',
      'platform/server/db/folder-lock.test.ts',
    ),
    isEmbedded: true,
  },
  row(
    'E50',
    'A statement that fails half-way leaves no gaps in the next result',
    'platform/server/db/failed-statements.test.ts',
  ),
  row(
    'E51',
    "One client's expensive queries leave others their first page in under 500 ms, without a 5xx",
    hostile('dear-questions'),
    'features/products/shares.test.ts',
    'platform/server/fair-queue.test.ts',
  ),
  row(
    'E54',
    'Payments do not wait for mail, nor mail for payments',
    'features/notifications/lanes.test.ts',
  ),
  row(
    'E55',
    'Uploads take turns by farmer, and unused photos are limited in bytes',
    rest('uploads/fair-uploads'),
    'platform/server/fair-queue.test.ts',
  ),
  row(
    'E56',
    'One data export per person at a time, a few an hour, and streamed',
    'features/privacy/exports.test.ts',
  ),
  row(
    'E57',
    'A farm lists at a limited pace and up to a cap, and takes turns among the newest offers',
    'features/products/listing-turns.test.ts',
  ),
  row('E52', 'A restart behind the shipped proxy loses no request', hostile('faults/restarts')),
  row(
    'E53',
    'PostgreSQL unreachable: the shipped proxy still serves pages that need no database',
    hostile('faults/proxy-outage'),
  ),
];
