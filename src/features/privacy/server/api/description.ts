import type { ApiDescription } from '#platform/server/openapi/api-description.ts';

export const privacyApi: ApiDescription = {
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
};
