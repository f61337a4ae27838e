// Runs a module in the child process that few-arenas.mjs started, and ends it when the parent has
// died without a signal.
import { pathToFileURL } from 'node:url';

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(process.argv[2] ?? '').href);
