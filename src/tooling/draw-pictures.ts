import { fileURLToPath } from 'node:url';
import { drawCountyShapes } from './art/county-shapes.ts';
import { drawRasters } from './art/draw-rasters.ts';

// Runs before `npm run dev`, which serves the public folder unchanged. A build writes into its own
// folder.
const publicFolder = fileURLToPath(new URL('../app/web/public', import.meta.url));
drawRasters(publicFolder);
drawCountyShapes(publicFolder);
