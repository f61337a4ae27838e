import { fileURLToPath } from 'node:url';
import { drawRasters } from './art/draw-rasters.ts';

// Before `npm run dev`, which serves the public folder as it is; a build draws into its own.
drawRasters(fileURLToPath(new URL('../web/public', import.meta.url)));
