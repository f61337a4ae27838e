import type { Database } from '#platform/server/db/database.ts';
import { readRows } from './read-rows.ts';
import type { World } from './world.ts';

type Event = {
  id: number;
  actor: string;
  subject: 'status' | 'paymentStatus';
  from: string | null;
  to: string;
  reason: string | null;
};

const actors: Record<string, string> = { mpesa: 'M-Pesa' };

/**
 * Adds the order's own events to the trace, so that its story also has what the clock, M-Pesa and
 * the operator did. Returns a function to call after each event of the simulation.
 */
export function followOrder(world: World, db: Database, orderId: number) {
  let last = 0;
  return async () => {
    const events = await readRows<Event>(
      db,
      `select id, actor, subject, from_status as from, to_status as to, reason from order_events
        where order_id = ${orderId} and id > ${last} order by id`,
    );
    for (const { id, actor, subject, from, to, reason } of events) {
      last = id;
      const what = subject === 'status' ? 'it' : 'its payment';
      const step = from === null ? `${what} is ${to}` : `${what} goes from ${from} to ${to}`;
      world.show(`  By ${actors[actor] ?? `the ${actor}`} ${step}${reason ? ` (${reason})` : ''}.`);
    }
  };
}
