import type { Feature } from '#platform/server/feature.ts';
import { feedApi } from './api/description.ts';
import { feedPaths } from './api/rest.ts';

export const feeds: Feature<unknown> = { paths: { '/api/feeds': feedPaths }, api: feedApi };
