import { exportPaths } from './api.ts';

export const privacy: Feature = {
  paths: { '/api/auth/export': exportPaths },
  api: {
    title: 'Account',
    fields: {},
    paths: {
      'GET /api/auth/export': {
        summary: 'Download everything that is stored about you',
        details: 'A JSON file, streamed.',
        by: 'user',
        file: ['application/json'],
      },
    },
  },
};
