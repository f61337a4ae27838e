import { customType, timestamp } from 'drizzle-orm/pg-core';

export const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/** Values come from the server's clock, so that tests can set them. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });
