import * as z from 'zod/mini';
import { type FieldNotes, named, noted } from '#platform/contract.ts';
import { roles } from '#rules/role.ts';
import {
  type ApiDescription,
  describeOperations,
  type PathDescription,
} from '#server/openapi/api-description.ts';
import { handledBy } from '#server/outbox.ts';
import { listOf, objectOf } from '#server/tables.ts';
import * as operations from '../contract.ts';
import { buyerSignupInput, farmerSignupErrors } from '../rules/account.ts';
import {
  loginInput,
  requestResetInput,
  resetPasswordInput,
  sendOtpInput,
  verifyOtpInput,
} from '../rules/account-input.ts';
import { pruneAccounts } from './account-queries.ts';
import { alarmHandlers } from './alarm-owner.ts';
import { authPaths } from './api.ts';
import { endPin, pinEnds } from './phone-line.ts';
import { resetCode, sendResetCode } from './reset-password.ts';
import { apiKeys, knownDevices, sessions } from './tables/sessions.ts';
import { buyers, users } from './tables/users.ts';

const accountData: PersonalData = {
  single: { account: objectOf(users), buyer: objectOf(buyers) },
  lists: {
    sessions: listOf(sessions),
    knownDevices: listOf(knownDevices, { orderBy: 'firstLoginAt tokenHash' }),
    apiKeys: listOf(apiKeys),
  },
};

const accountFields: FieldNotes = {
  nationalId: ['7 or 8 digits.', '12345678'],
  password: [
    '8 characters with a lower-case letter, an upper-case letter and a digit.',
    'Sukuma7wiki',
  ],
  otp: ['The six digits; spaces are ignored.', '123456'],
  purpose: ['What the code is for.', 'login'],
  language: ['The language of the message, if it is for somebody else.', 'en'],
  rememberMe: ['A session of 30 days instead of 12 hours.', true],
  userType: ['The role.', 'buyer'],
  user_type: ['The role.', 'buyer'],
  user: ['The person.'],
  buyer: ['Only for buyers.'],
  buyer_id: ['The id of the account.', 9],
  token: ['The token of the session; for a farmer who signs up the `signupToken`.', 'k3Jt…'],
  signupToken: ['Proves that the code was entered. It opens no session.', 'k3Jt…'],
  expiresInSeconds: ['How long the code is valid.', 600],
};

const message = { message: z.string() };

const messageOnly = z.object(message);

const role = noted(z.enum(roles), 'The role.', 'buyer');
const name = noted(z.nullable(z.string()), 'Null until it is known.', 'Otieno');
const user = named(
  'Person',
  z.object({
    user_id: noted(z.nullable(z.int()), 'The id of the account; null until it exists.', 9),
    user_type: role,
    userType: role,
    email: noted(z.nullable(z.string()), 'The address of the account.', 'otieno@example.com'),
    first_name: name,
    last_name: name,
  }),
);

const signup: PathDescription = {
  notes: accountFields,
  summary: 'Sign up as a buyer',
  details: 'Then verify the email by its code: POST /api/auth/send-otp and /verify-otp.',
  by: 'anyone',
  input: buyerSignupInput,
  status: 201,
  answer: messageOnly,
  errors: ['EMAIL_TAKEN'],
};

const login: PathDescription = {
  summary: 'Check email and password',
  details: 'The first step of a login. Then POST /api/auth/send-otp with the purpose login.',
  by: 'anyone',
  input: loginInput,
  answer: messageOnly,
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
  answer: z.object({ ...message, expiresInSeconds: z.int() }),
  errors: codeErrors,
};

const authDescription: ApiDescription['paths'] = {
  'POST /api/auth/buyer/signup': signup,
  'POST /api/auth/signup': {
    ...signup,
    summary: 'Sign up as a buyer or farmer',
    details:
      'With `userType: farmer` it takes the fields of POST /api/auth/farmer/signup, and answers its errors.',
    input: z.extend(buyerSignupInput, { userType: z.optional(z.enum(roles)) }),
    errors: farmerSignupErrors,
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
        ...message,
        token: z.string(),
        user,
        buyer: z.optional(z.object({ buyer_id: z.int() })),
      }),
      z.object({ ...message, token: z.string(), signupToken: z.string(), user }),
      z.object({ ...message, phoneNumber: z.string() }),
      z.object({ ...message, signupToken: z.string(), phoneNumber: z.string() }),
      messageOnly,
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
    answer: messageOnly,
    errors: ['CODE_INVALID', 'CODE_INVALID_OR_EXPIRED', 'CODE_USED_UP'],
  },
  'POST /api/auth/logout': {
    summary: 'End this session',
    by: 'user',
    answer: messageOnly,
  },
};

export const accounts = {
  paths: { '/api/auth': authPaths },
  api: describeOperations('Account', operations, authDescription),
  personalData: accountData,
  prune: pruneAccounts,
  outbox: [handledBy(resetCode, sendResetCode), ...alarmHandlers, handledBy(pinEnds, endPin)],
} satisfies Feature;
