import * as z from 'zod/mini';
import { moment, named, noted, operation } from '#platform/contract.ts';
import { buyerSignupInput } from './rules/account.ts';
import {
  addEmailInput,
  changePasswordInput,
  createKeyInput,
  editBuyerInput,
  endSessionInput,
  judgePasswordInput,
  keyIdInput,
  loginInput,
  openPhoneLinkInput,
  requestResetInput,
  resetPasswordInput,
  sendOtpInput,
  setLanguageInput,
  verifyOtpInput,
} from './rules/account-input.ts';

export const signUpBuyer = operation({ by: 'anyone', input: buyerSignupInput });
export const verifyCredentials = operation({ by: 'anyone', input: loginInput });
export const forgotPassword = operation({ by: 'anyone', input: requestResetInput });
export const requestCode = operation({ by: 'anyone', input: sendOtpInput });
export const confirmCode = operation({ by: 'anyone', input: verifyOtpInput });
/** A mutation, so that no URL contains the password. */
export const judgePassword = operation({ by: 'anyone', input: judgePasswordInput });
export const resetPassword = operation({ by: 'anyone', input: resetPasswordInput });
export const openPhoneLink = operation({ by: 'anyone', input: openPhoneLinkInput });
export const endSession = operation({ by: 'anyone', input: endSessionInput });

/** API keys cannot manage the account, its sessions or its keys. */
export const ofUser = operation({ by: 'user' });
export const changePassword = operation({ by: 'user', input: changePasswordInput });
export const createKey = operation({ by: 'user', input: createKeyInput });
export const revokeKey = operation({ by: 'user', input: keyIdInput });
export const addEmail = operation({ by: 'user', input: addEmailInput });
export const setLanguage = operation({ by: 'user', input: setLanguageInput });
export const createPhoneLink = operation({ by: 'farmer', changes: 'all' });

const text = z.string();

const profile = named(
  'BuyerProfile',
  z.object({
    id: noted(z.int(), 'The id of the account.', 9),
    firstName: noted(text, 'At least two letters.', 'Otieno'),
    lastName: noted(text, 'At least two letters.', 'Odhiambo'),
    email: noted(text, 'The address of the account.', 'otieno@example.com'),
    phoneNumber: noted(text, '+254 or 0, then 1 or 7, then eight digits.', '+254712345678'),
    phoneVerifiedAt: noted(
      z.nullable(moment),
      'When the number was verified by SMS.',
      '2026-11-26T07:30:00.000Z',
    ),
    isPhoneVerified: noted(z.boolean(), 'The number was verified by SMS.', true),
    businessName: noted(text, 'The name of the business.', 'Otieno Odhiambo Business'),
    businessType: noted(text, '`retail` without another.', 'retail'),
    deliveryAddress: noted(text, 'Where to deliver.', 'Moi Avenue 4, second floor'),
    city: noted(text, 'The town.', 'Nairobi'),
  }),
);

export const getBuyerProfile = operation({
  by: 'buyer',
  rest: 'GET /api/buyer/profile',
  summary: 'See your profile',
  answer: profile,
  under: 'profile',
  notes: { profile: ['Your profile.'] },
});
export const editBuyer = operation({
  by: 'buyer',
  rest: 'PUT /api/buyer/profile',
  summary: 'Change your profile',
  details: 'Fields that are left out stay.',
  input: editBuyerInput,
  answer: profile,
  under: 'profile',
  errors: ['PHONE_TAKEN'],
});
