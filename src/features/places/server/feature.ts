import { pruneCachedAnswers } from './queries.ts';

export const places: Feature = { prune: pruneCachedAnswers };
