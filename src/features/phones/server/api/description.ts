import type { ApiDescription } from '#platform/server/openapi/api-description.ts';

/** Only the SMS service calls these paths, with our secret in them. */
export const phoneApi: ApiDescription = {
  title: 'SMS and USSD',
  fields: {},
  paths: {},
  partnerPaths: [
    'POST /api/sms/incoming/:secret',
    'POST /api/sms/report/:secret',
    'POST /api/ussd/:secret',
  ],
};
