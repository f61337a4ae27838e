import type { ApiDescription } from '#server/openapi/api-description.ts';
import { feedInput } from '../rules.ts';
import { feedPaths } from './api.ts';

const feedApi: ApiDescription = {
  title: 'Catalogues for Google and Meta',
  fields: {
    'path.name': ['Who reads the catalogue, and in which format.', 'google.xml'],
    farmId: ['Only the products of this farm; those of the whole market without it.', 12],
    language: ['Of the texts that we add to the farmers’ own. The default is English.', 'en'],
  },
  paths: {
    'GET /api/feeds/:name': {
      summary: 'Fetch a catalogue of what is offered',
      details:
        'For Google Merchant Center, and for the catalogues of WhatsApp, Facebook and Instagram. Products without a photo are left out. One farm’s catalogue is current, the market’s is at most 15 minutes old.',
      by: 'anyone',
      input: feedInput,
      fromPath: { name: 'name' },
      file: ['application/xml', 'text/csv', 'text/tab-separated-values'],
      errors: ['FARM_NOT_FOUND', 'DISK_FULL'],
    },
  },
};

export const feeds: Feature = { paths: { '/api/feeds': feedPaths }, api: feedApi };
