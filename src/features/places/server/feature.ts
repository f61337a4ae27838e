import type { Feature } from '#platform/server/feature.ts';
import { pruneCachedAnswers } from './queries.ts';

export const places: Feature = { prune: pruneCachedAnswers };
