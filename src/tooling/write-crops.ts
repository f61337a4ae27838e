import { writeFileSync } from 'node:fs';
import { makeDrawnCrops } from './drawn-crops.ts';

// `npm run crops`.
writeFileSync('src/features/products/rules/drawn-crops.ts', makeDrawnCrops());
