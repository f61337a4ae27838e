import { writeFileSync } from 'node:fs';
import { makeDrawnCrops } from './drawn-crops.ts';

// `npm run crops`: writes the words of the crop table that a browser needs.
writeFileSync('src/features/products/rules/drawn-crops.ts', makeDrawnCrops());
