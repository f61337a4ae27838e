import { createCatalogueChanges } from '#server/stored-answers.ts';

export const unheardChanges = () =>
  createCatalogueChanges(
    { listen: () => new Promise(() => {}) },
    { clock: () => new Date('2026-03-02T06:00:00Z') },
  );
