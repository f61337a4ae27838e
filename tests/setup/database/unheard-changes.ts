import { createCatalogueChanges } from '#platform/server/cache/catalogue-changes.ts';
import { unreplicatedReads } from '#platform/server/db/database.ts';

/** Without announcements nothing is ever current: every answer comes from the database. */
export const unheardChanges = () =>
  createCatalogueChanges(
    { listen: () => new Promise(() => {}), reads: unreplicatedReads({} as never) },
    { clock: () => new Date('2026-03-02T06:00:00Z') },
  );
