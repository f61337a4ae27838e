import * as contract from '#accounts/contract.ts';
import { changePassword } from '#accounts/server/change-password.ts';
import { confirmCode } from '#accounts/server/confirm-code.ts';
import { createKey, listKeys, revokeKey } from '#accounts/server/keys/manage-keys.ts';
import {
  endSessionByHash,
  listSessions,
  logOut,
  logOutEverywhere,
} from '#accounts/server/manage-sessions.ts';
import { isCommonPassword } from '#accounts/server/passwords.ts';
import { addEmail } from '#accounts/server/people/add-email.ts';
import { editBuyer, getBuyerProfile } from '#accounts/server/people/buyer-profile.ts';
import { requestCode } from '#accounts/server/request-code.ts';
import { resetPassword } from '#accounts/server/reset-password.ts';
import { createPhoneLink, openPhoneLink } from '#accounts/server/sessions/phone-link.ts';
import { signUpBuyer } from '#accounts/server/sign-up-buyer.ts';
import { setLanguage } from '#accounts/server/update-person.ts';
import { verifyCredentials } from '#accounts/server/verify-credentials.ts';
import { mutation, query } from '#platform/server/trpc/procedures.ts';

export const auth = {
  signupBuyer: mutation(contract.signUpBuyer, signUpBuyer),
  verifyBuyerCredentials: mutation(contract.verifyCredentials, (call, login) =>
    verifyCredentials(call, { ...login, role: 'buyer' }),
  ),
  verifyFarmerCredentials: mutation(contract.verifyCredentials, (call, login) =>
    verifyCredentials(call, { ...login, role: 'farmer' }),
  ),
  forgotPassword: mutation(contract.forgotPassword, (call, addressee) =>
    requestCode(call, { ...addressee, purpose: 'password_reset' }),
  ),
  judgePassword: mutation(contract.judgePassword, async (_, { password }) => ({
    isCommon: await isCommonPassword(password),
  })),
  resetPassword: mutation(contract.resetPassword, resetPassword),
  changePassword: mutation(contract.changePassword, changePassword),
  sessions: query(contract.ofUser, listSessions),
  keys: {
    list: query(contract.ofUser, listKeys),
    create: mutation(contract.createKey, createKey),
    revoke: mutation(contract.revokeKey, revokeKey),
  },
  createPhoneLink: mutation(contract.createPhoneLink, createPhoneLink),
  openPhoneLink: mutation(contract.openPhoneLink, openPhoneLink),
  addEmail: mutation(contract.addEmail, addEmail),
  setLanguage: mutation(contract.setLanguage, setLanguage),
  logoutEverywhere: mutation(contract.ofUser, logOutEverywhere),
  logout: mutation(contract.ofUser, logOut),
  endSession: mutation(contract.endSession, endSessionByHash),
};

export const otp = {
  send: mutation(contract.requestCode, requestCode),
  verify: mutation(contract.confirmCode, confirmCode),
};

export const buyer = {
  profile: query(contract.getBuyerProfile, getBuyerProfile),
  editProfile: mutation(contract.editBuyer, editBuyer),
};
