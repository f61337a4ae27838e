import { unreplicatedReads } from '../../src/server/db/database.ts';
import { createCatalogueChanges } from '../../src/server/modules/products/catalogue-changes.ts';

/** Nothing is ever current where nobody listens: every answer comes from the database. */
export const unheardChanges = () =>
  createCatalogueChanges(
    { listen: () => new Promise(() => {}), reads: unreplicatedReads({} as never) },
    { clock: () => new Date('2026-03-02T06:00:00Z') },
  );
