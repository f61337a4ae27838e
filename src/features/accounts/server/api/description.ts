import * as z from 'zod/mini';
import { buyerSignupInput } from '#features/accounts/rules/account.ts';
import { editBuyerInput } from '#features/accounts/rules/account-changes.ts';
import {
  loginInput,
  requestResetInput,
  resetPasswordInput,
  sendOtpInput,
  verifyOtpInput,
} from '#features/accounts/rules/otp.ts';
import { moment, named } from '#platform/contract/answers.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import { roles } from '#platform/rules/role.ts';
import type { ApiDescription, PathDescription } from '#platform/server/openapi/api-description.ts';
import { accountFields } from './account-fields.ts';

/** Also of a farmer's sign-up, whose path the feature farms describes. */
const farmerSignupErrors = [
  'EMAIL_NOT_PROVEN',
  'PHONE_TAKEN',
  'PHONE_NOT_PROVEN',
  'OUTSIDE_KENYA',
  'PIN_TOO_FAR',
  'GPS_FIX_STALE',
  'COUNTY_UNKNOWN',
] as const satisfies readonly ErrorCode[];

const said = { message: z.string() };
const saidOnly = z.object(said);

const user = z.object({
  user_id: z.nullable(z.int()),
  user_type: z.enum(roles),
  userType: z.enum(roles),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
});

const profile = named(
  'BuyerProfile',
  z.object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    phoneVerifiedAt: z.nullable(moment),
    isPhoneVerified: z.boolean(),
    businessName: z.string(),
    businessType: z.string(),
    deliveryAddress: z.string(),
    city: z.string(),
  }),
);

const signup: PathDescription = {
  summary: 'Sign up as a buyer',
  details: 'Then verify the email by its code: POST /api/auth/send-otp and /verify-otp.',
  by: 'anyone',
  input: buyerSignupInput,
  status: 201,
  answer: saidOnly,
  errors: ['EMAIL_TAKEN'],
};

const login: PathDescription = {
  summary: 'Check email and password',
  details: 'The first step of a login. Then POST /api/auth/send-otp with the purpose login.',
  by: 'anyone',
  input: loginInput,
  answer: saidOnly,
  errors: ['LOGIN_FAILED', 'FARMER_ACCOUNT', 'BUYER_ACCOUNT', 'SUSPENDED'],
};

const codeErrors = [
  'CODE_TOO_SOON',
  'SMS_CODE_TOO_SOON',
  'CODE_NOT_SENT',
  'PROVE_BY_SMS',
  'CODE_MAIL_FAILED',
  'CODE_SMS_FAILED',
  'SMS_UNAVAILABLE',
  'NOT_LOGGED_IN',
  'KEY_NOT_ALLOWED',
  'LOGIN_FAILED',
  'EMAIL_TAKEN',
  'PHONE_TAKEN',
  'SUSPENDED',
] as const satisfies readonly ErrorCode[];

const sendCode: PathDescription = {
  summary: 'Send a code by mail or SMS',
  by: 'anyone',
  input: sendOtpInput,
  answer: z.object({ ...said, expiresInSeconds: z.int() }),
  errors: codeErrors,
};

export const accountApi: ApiDescription = {
  title: 'Account',
  fields: accountFields,
  paths: {
    'POST /api/auth/buyer/signup': signup,
    'POST /api/auth/signup': {
      ...signup,
      summary: 'Sign up as a buyer or farmer',
      details:
        'With `userType: farmer` it takes the fields of POST /api/auth/farmer/signup, and answers its errors.',
      input: z.extend(buyerSignupInput, { userType: z.optional(z.enum(roles)) }),
      errors: [...farmerSignupErrors, 'EMAIL_TAKEN'],
    },
    'POST /api/auth/buyer/verify-credentials': login,
    'POST /api/auth/farmer/verify-credentials': login,
    'POST /api/auth/login': login,
    'POST /api/auth/send-otp': sendCode,
    'POST /api/auth/resend-otp': { ...sendCode, summary: 'Send another code' },
    'POST /api/auth/verify-otp': {
      summary: 'Enter the code',
      details:
        'A login answers the `token` of the session: send it as `Authorization: Bearer <token>`. A farmer who signs up gets the `signupToken`.',
      by: 'anyone',
      input: verifyOtpInput,
      answer: [
        z.object({
          ...said,
          token: z.string(),
          user,
          buyer: z.optional(z.object({ buyer_id: z.int() })),
        }),
        z.object({ ...said, token: z.string(), signupToken: z.string(), user }),
        z.object({ ...said, phoneNumber: z.string() }),
        z.object({ ...said, signupToken: z.string(), phoneNumber: z.string() }),
        saidOnly,
      ],
      errors: [
        'CODE_INVALID',
        'CODE_INVALID_OR_EXPIRED',
        'CODE_USED_UP',
        'NOT_LOGGED_IN',
        'KEY_NOT_ALLOWED',
        'LOGIN_FAILED',
        'NUMBER_DOUBTFUL',
        'EMAIL_TAKEN',
        'PHONE_TAKEN',
        'SUSPENDED',
      ],
    },
    'POST /api/auth/forgot-password': {
      ...sendCode,
      summary: 'Send a code for a new password',
      details: 'Answers alike whether the account exists or not.',
      input: requestResetInput,
    },
    'POST /api/auth/reset-password': {
      summary: 'Set a new password with the code',
      details: 'Ends every session of the account.',
      by: 'anyone',
      input: resetPasswordInput,
      answer: saidOnly,
      errors: ['CODE_INVALID', 'CODE_INVALID_OR_EXPIRED', 'CODE_USED_UP'],
    },
    'POST /api/auth/logout': {
      summary: 'End this session',
      by: 'user',
      answer: saidOnly,
    },
    'GET /api/buyer/profile': {
      summary: 'See your profile',
      by: 'buyer',
      answer: z.object({ profile }),
    },
    'PUT /api/buyer/profile': {
      summary: 'Change your profile',
      details: 'Fields that are left out stay.',
      by: 'buyer',
      input: editBuyerInput,
      answer: z.object({ profile }),
      errors: ['PHONE_TAKEN'],
    },
  },
};
