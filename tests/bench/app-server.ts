// The whole application without its pages, to be bundled like the real server: TypeScript's loader
// would slow every request. Ends at once when told to.
import '#tests/setup/processes/server-child.ts';

process.once('SIGTERM', () => process.exit(0));
