import type { FarmerSignup } from '#farms/rules/farm.ts';
import { buyerSignup, farmerSignup, proveEmail } from '#tests/factories/people.ts';
import type { Market } from '#tests/setup/market.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';

export const signUpBuyer = (market: Market, fields: Record<string, unknown>) =>
  call(market, '/api/auth/buyer/signup', { ...buyerSignup(), ...fields });

export async function signUpFarmer(market: Market, fields: Record<string, unknown>) {
  const signup = farmerSignup();
  const { email } = signup;
  const signupToken = await proveEmail(market, email);
  return call(market, '/api/auth/farmer/signup', { ...signup, signupToken, ...fields });
}

export function signUpFarm(
  market: Market,
  changes: Partial<FarmerSignup> = {},
  clientAddress = '10.1.1.1',
) {
  const { location, ...signup } = farmerSignup(changes);
  const takenAt = market.services.clock().toISOString();
  const gpsFix = location.gpsFix ? { ...location.gpsFix, takenAt } : null;
  const { auth } = market.caller({ clientAddress });
  return outcomeOf(auth.signupFarmer({ ...signup, location: { ...location, gpsFix } }));
}
