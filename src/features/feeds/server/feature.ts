import type { Feature } from '#platform/server/feature.ts';
import { feedPaths } from './api/rest.ts';

export const feeds: Feature<unknown> = { paths: { '/api/feeds': feedPaths } };
