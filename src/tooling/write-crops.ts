import { writeFileSync } from 'node:fs';
import { makeDrawnCrops } from './drawn-crops.ts';

writeFileSync('src/features/products/rules/drawn-crops.ts', makeDrawnCrops());
