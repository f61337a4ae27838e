import { buyerSignup, farmerSignup } from '#tests/factories/people.ts';
import type { Market } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

export const signUpBuyer = (market: Market, fields: Record<string, unknown>) =>
  call(market, '/api/auth/buyer/signup', { ...buyerSignup(), ...fields });

export async function signUpFarmer(market: Market, fields: Record<string, unknown>) {
  const signup = farmerSignup();
  const { email } = signup;
  await market.caller().otp.send({ email, purpose: 'signup' });
  const proven = await market
    .caller()
    .otp.verify({ email, purpose: 'signup', otp: market.lastCode(email) });
  if (proven.outcome !== 'emailProven')
    throw new Error(`The email check ended as ${proven.outcome}`);
  return call(market, '/api/auth/farmer/signup', {
    ...signup,
    signupToken: proven.signupToken,
    ...fields,
  });
}
