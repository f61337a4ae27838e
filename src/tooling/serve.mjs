// Runs a module in the process that few-arenas.mjs made for it, and ends when nobody is left who
// could say so.
import { pathToFileURL } from 'node:url';

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(process.argv[2] ?? '').href);
