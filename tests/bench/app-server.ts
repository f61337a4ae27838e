import '#tests/setup/processes/server-child.ts';

/*
 * The whole application without its pages, to be bundled as the real one is: TypeScript's loader
 * gives every function that is made a name, which costs a server that makes them for each request a
 * tenth of its time. Ends at once when it is told to.
 */
process.once('SIGTERM', () => process.exit(0));
