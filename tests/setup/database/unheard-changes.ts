import { createCatalogueChanges } from '#platform/server/cache/catalogue-changes.ts';
import { unreplicatedReads } from '#platform/server/db/database.ts';

export const unheardChanges = () =>
  createCatalogueChanges(
    { listen: () => new Promise(() => {}), reads: unreplicatedReads({} as never) },
    { clock: () => new Date('2026-03-02T06:00:00Z') },
  );
