import type { Feature } from '#server/feature.ts';
import { pruneCachedAnswers } from './queries.ts';

export const places: Feature = { prune: pruneCachedAnswers };
