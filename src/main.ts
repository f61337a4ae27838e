/*
 * Loading the modules leaves much garbage. V8 would make room for it, 32 MB that an idle server
 * then keeps, so its young generation does not grow meanwhile. Afterwards it grows by need, by V8's
 * own factor.
 */

import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const YOUNG_GROWTH = '--semi-space-growth-factor';
const V8_FACTOR = 2;

if (existsSync('.env')) process.loadEnvFile('.env');
setFlagsFromString(`${YOUNG_GROWTH}=1`);
const { startServer } = await import('#app/server/start-server.ts');
await startServer();
setFlagsFromString(`${YOUNG_GROWTH}=${V8_FACTOR}`);
