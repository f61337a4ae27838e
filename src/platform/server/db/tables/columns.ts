import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Case-insensitive text (extension citext): `A@x.ke` and `a@x.ke` are one address. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/**
 * A timestamp. Its value comes from the server's clock, never the database's, so that tests can set
 * it.
 */
export const moment = (name: string) => timestamp(name, { withTimezone: true });
