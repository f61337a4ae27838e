import { Hono, type Context as HonoContext } from 'hono';
import { answer, DEVICE_TOKEN_HEADER, type RequestEnv, unchecked } from '#server/http/rest.ts';
import { mutation, query } from '#server/procedures.ts';
import { m } from '#text';
import * as contract from '../contract.ts';
import { type ConfirmedCode, confirmCode } from './confirm-code.ts';
import { signUpBuyer } from './create-account.ts';
import {
  createKey,
  createPhoneLink,
  endSessionByHash,
  type LoggedInUser,
  listKeys,
  listSessions,
  logOut,
  logOutEverywhere,
  openPhoneLink,
  revokeKey,
} from './manage-sessions.ts';
import { changePassword, isCommonPassword, verifyCredentials } from './passwords.ts';
import { requestCode } from './request-code.ts';
import { resetPassword } from './reset-password.ts';
import { addEmail, editBuyer, getBuyerProfile, setLanguage } from './update-person.ts';

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

type Body = Record<string, unknown>;
type AuthContext = HonoContext<RequestEnv>;
type RoleFrom = (body: Body) => Role;
type Message = (inputs: Record<string, never>, options: { locale: Language }) => string;

const translate = (c: AuthContext, message: Message) => message({}, { locale: c.get('language') });

const signUp = (roleFrom: RoleFrom) => (c: AuthContext) =>
  answer(c, async (caller, body) => {
    const isFarmer = roleFrom(body) === 'farmer';
    await (isFarmer ? caller.auth.signupFarmer : caller.auth.signupBuyer)(unchecked(body));
    const message = isFarmer ? m.farmerSignupMessage : m.signupMessage;
    return { status: 201, body: { message: translate(c, message) } };
  });

const verifyLogin = (roleFrom: RoleFrom) => (c: AuthContext) =>
  answer(c, async (caller, body) => {
    await (roleFrom(body) === 'farmer'
      ? caller.auth.verifyFarmerCredentials
      : caller.auth.verifyBuyerCredentials)(unchecked(body));
    return { body: { message: translate(c, m.credentialsVerifiedMessage) } };
  });

const sentTexts = { byMail: m.codeSentMessage, bySms: m.codeSentSmsMessage };

/** A reset must not reveal whether the account exists. */
const resetTexts = { byMail: m.codeSentIfKnownMessage, bySms: m.codeSentIfKnownSms };
const channelOf = ({ email }: Body) => (email === undefined ? 'bySms' : 'byMail');

const sendCode = (c: AuthContext) =>
  answer(c, async (caller, body) => {
    const sent = await caller.otp.send(unchecked(body));
    const isReset = body.purpose === 'password_reset' || body.purpose === 'reset';
    const message = (isReset ? resetTexts : sentTexts)[channelOf(body)];
    return { body: { message: translate(c, message), ...sent } };
  });

const userAnswer = ({ id, role, email, firstName, lastName }: LoggedInUser) => ({
  user: {
    user_id: id,
    user_type: role,
    userType: role,
    email,
    first_name: firstName,
    last_name: lastName,
  },
  ...(role === 'buyer' && { buyer: { buyer_id: id } }),
});

/** Call 7 takes `token` as `signupToken`. It opens no session. */
const provenAnswer = ({ signupToken, email }: { signupToken: string; email: string }) => ({
  token: signupToken,
  signupToken,
  user: {
    user_id: null,
    user_type: 'farmer',
    userType: 'farmer',
    email,
    first_name: null,
    last_name: null,
  },
});

function confirmedAnswer(c: AuthContext, confirmed: ConfirmedCode, purpose: unknown) {
  switch (confirmed.outcome) {
    case 'sessionOpened': {
      c.header(DEVICE_TOKEN_HEADER, confirmed.deviceToken);
      const message = translate(c, purpose === 'signup' ? m.signupVerifiedMessage : m.loginMessage);
      return { message, token: confirmed.token, ...userAnswer(confirmed.user) };
    }
    case 'emailProven':
      return { message: translate(c, m.emailProvenMessage), ...provenAnswer(confirmed) };
    case 'phoneVerified':
      return { message: translate(c, m.phoneVerifiedMessage), phoneNumber: confirmed.phoneNumber };
    case 'phoneProven': {
      const { signupToken, phoneNumber } = confirmed;
      return { message: translate(c, m.phoneVerifiedMessage), signupToken, phoneNumber };
    }
    case 'codeRight':
      return { message: translate(c, m.codeCorrectMessage) };
  }
}

/**
 * The token gets the long lifetime, because such clients choose their storage; session storage ends
 * it earlier (§4).
 */
const withStorage = (body: Body): Body => ({ rememberMe: true, ...body });

const asBuyer = () => 'buyer' as const;
const asFarmer = () => 'farmer' as const;
const roleOf = ({ userType }: Body) => (userType === 'farmer' ? 'farmer' : 'buyer');

/** Calls 1 to 7 of the specification, and the endpoints that it names without a call. */
export const authPaths = new Hono<RequestEnv>()
  .post('/buyer/signup', signUp(asBuyer))
  .post('/farmer/signup', signUp(asFarmer))
  .post('/signup', signUp(roleOf))
  .post('/buyer/verify-credentials', verifyLogin(asBuyer))
  .post('/farmer/verify-credentials', verifyLogin(asFarmer))
  .post('/login', verifyLogin(roleOf))
  .post('/send-otp', sendCode)
  .post('/resend-otp', sendCode)
  .post('/verify-otp', (c) =>
    answer(c, async (caller, body) => ({
      body: confirmedAnswer(c, await caller.otp.verify(unchecked(withStorage(body))), body.purpose),
    })),
  )
  .post('/forgot-password', (c) =>
    answer(c, async (caller, body) => {
      const sent = await caller.auth.forgotPassword(unchecked(body));
      return { body: { message: translate(c, resetTexts[channelOf(body)]), ...sent } };
    }),
  )
  .post('/reset-password', (c) =>
    answer(c, async (caller, body) => {
      const { deviceToken } = await caller.auth.resetPassword(unchecked(body));
      c.header(DEVICE_TOKEN_HEADER, deviceToken);
      return { body: { message: translate(c, m.passwordResetMessage) } };
    }),
  )
  .post('/logout', (c) =>
    answer(c, async (caller) => {
      await caller.auth.logout();
      return { body: { message: translate(c, m.logoutMessage) } };
    }),
  );
