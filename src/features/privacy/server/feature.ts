import type { Feature } from '#platform/server/feature.ts';
import { privacyApi } from './api/description.ts';
import { exportPaths } from './api/rest.ts';

export const privacy: Feature<unknown> = {
  paths: { '/api/auth/export': exportPaths },
  api: privacyApi,
};
