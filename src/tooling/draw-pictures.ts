import { fileURLToPath } from 'node:url';
import { drawCountyShapes } from './art/county-shapes.ts';
import { drawRasters } from './art/draw-rasters.ts';

// Before `npm run dev`, which serves the public folder as it is; a build draws into its own.
const publicFolder = fileURLToPath(new URL('../app/web/public', import.meta.url));
drawRasters(publicFolder);
drawCountyShapes(publicFolder);
