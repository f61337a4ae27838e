import { isolateProcess } from './isolation.ts';

/*
 * `npm run simulate`: see docs/simulation.md. The clock, chance and network are replaced before the
 * application is loaded.
 */
isolateProcess();
const { runCommandLine } = await import('./command-line.ts');
process.exit(await runCommandLine(process.argv.slice(2)));
