import '#tests/setup/processes/server-child.ts';

/*
 * The whole application without its pages, to be bundled like the real server: TypeScript's loader
 * names every function it creates, which costs a server that creates them per request a tenth of
 * its time. Ends at once when told to.
 */
process.once('SIGTERM', () => process.exit(0));
