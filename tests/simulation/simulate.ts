/*
 * `npm run simulate`: see docs/simulation.md. The clock, chance and network are replaced before the
 * application is loaded.
 */

import { isolateProcess } from './isolation.ts';

const PLANTED = '--planted';
const given = process.argv.slice(2);

if (given.includes(PLANTED)) {
  const { findPlantedFaults } = await import('./find-planted.ts');
  process.exit(await findPlantedFaults(given.filter((word) => word !== PLANTED)));
}
isolateProcess();
const { runCommandLine } = await import('./command-line.ts');
process.exit(await runCommandLine(given));
