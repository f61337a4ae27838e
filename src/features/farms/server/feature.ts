import * as z from 'zod/mini';
import { farmerSignupErrors } from '#accounts/rules/account.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import * as operations from '../contract.ts';
import { farmerSignupInput } from '../rules/farm.ts';
import { sharedFixNotice } from './place-farm.ts';
import { farmData } from './tables.ts';

export const farms: Feature = {
  api: describeOperations('Farm', operations, {
    'POST /api/auth/farmer/signup': {
      summary: 'Sign up as a farmer',
      details: 'After POST /api/auth/verify-otp, whose `signupToken` goes into this.',
      by: 'anyone',
      input: farmerSignupInput,
      notes: {
        nationalId: ['7 or 8 digits, or nothing.', '12345678'],
        password: ['At least 6 characters.', 'Sukuma7wiki'],
        userType: ['Always farmer.', 'farmer'],
        location: ['The pin of the farm, with its measurement.'],
        accuracy: ['Metres.', 12],
        verified: ['The position was measured.', true],
        gpsFix: ['The measurement behind the pin, which may be up to 500 m away.'],
        signupToken: ['From POST /api/auth/verify-otp.', 'k3Jt…'],
      },
      status: 201,
      answer: z.object({ message: z.string() }),
      errors: farmerSignupErrors,
    },
  }),
  notices: [sharedFixNotice],
  personalData: farmData,
};
