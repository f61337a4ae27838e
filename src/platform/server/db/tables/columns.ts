import { customType, timestamp } from 'drizzle-orm/pg-core';

/**
 * Text that compares without regard to case (extension citext): `A@x.ke` and `a@x.ke` are one
 * address.
 */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/** A moment; its clock is the server's own, never the database's, so that tests can move it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });
