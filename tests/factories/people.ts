import type { BuyerSignup } from '#accounts/rules/account.ts';
import type { FarmerSignup } from '#farms/rules/farm.ts';
import { type Market, START } from '#tests/setup/market.ts';

export const PASSWORD = 'Mavuno-mema-2026';

export const buyerSignup = (overrides: Partial<BuyerSignup> = {}): BuyerSignup => ({
  firstName: 'Achieng',
  lastName: 'Otieno',
  email: 'achieng@duka.example',
  nationalId: '12345678',
  phoneNumber: '+254712345678',
  password: PASSWORD,
  ...overrides,
});

export const farmerSignup = (overrides: Partial<FarmerSignup> = {}): FarmerSignup => ({
  firstName: 'Wanjiru',
  lastName: "Ng'ang'a",
  nationalId: '7654321',
  phoneNumber: '+254112345678',
  email: 'wanjiru@shamba.example',
  password: PASSWORD,
  userType: 'farmer',
  farmType: 'Vegetables (Tomatoes, Onions, Cabbages)',
  farmSize: 'Small Scale (Less than 2.5 acres)',
  location: {
    latitude: -0.4169,
    longitude: 36.951,
    county: 'Nyeri',
    subcounty: 'Nyeri Town',
    addressDescription: 'Behind the tea factory',
    geofenceRadius: 5000,
    accuracy: 12,
    verified: true,
    gpsFix: { latitude: -0.4171, longitude: 36.9512, accuracy: 12, takenAt: START.toISOString() },
  },
  emailVerified: true,
  ...overrides,
});

export function farmerWithoutEmail(overrides: Partial<FarmerSignup> = {}) {
  const { email, password, userType, emailVerified, ...farm } = farmerSignup(overrides);
  return farm;
}

export async function makeBuyer(market: Market, overrides: Partial<BuyerSignup> = {}) {
  const signup = buyerSignup(overrides);
  const visitor = market.caller();
  await visitor.auth.signupBuyer(signup);
  const { email } = signup;
  const otp = await mailedCode(market, { email });
  const confirmed = await visitor.otp.verify({ email, purpose: 'signup', otp });
  if (confirmed.outcome !== 'sessionOpened')
    throw new Error(`A buyer's signup ended as ${confirmed.outcome}`);
  return { ...signup, id: confirmed.user.id, token: confirmed.token };
}

export async function makeFarmer(market: Market, overrides: Partial<FarmerSignup> = {}) {
  const signup = farmerSignup(overrides);
  const { email, password } = signup;
  const signupToken = await proveEmail(market, email);
  await market.caller().auth.signupFarmer({ ...signup, signupToken });
  return { ...signup, ...(await logIn(market, { email, password, role: 'farmer' })) };
}

export async function logIn(
  market: Market,
  { email, password, role }: { email: string; password: string; role: 'buyer' | 'farmer' },
) {
  const visitor = market.caller();
  const verify =
    role === 'farmer' ? visitor.auth.verifyFarmerCredentials : visitor.auth.verifyBuyerCredentials;
  await verify({ email, password });
  const otp = await mailedCode(market, { email, purpose: 'login' });
  const confirmed = await visitor.otp.verify({ email, purpose: 'login', otp });
  if (confirmed.outcome !== 'sessionOpened')
    throw new Error(`A login ended as ${confirmed.outcome}`);
  return { id: confirmed.user.id, token: confirmed.token };
}

export async function mailedCode(
  market: Market,
  { email, purpose = 'signup' }: { email: string; purpose?: 'signup' | 'login' },
  visitor = market.caller(),
): Promise<string> {
  await visitor.otp.send({ email, purpose });
  return market.lastCode(email);
}

export async function proveEmail(market: Market, email: string, visitor = market.caller()) {
  const otp = await mailedCode(market, { email }, visitor);
  const code = { email, purpose: 'signup', otp, userType: 'farmer' } as const;
  const proven = await visitor.otp.verify(code);
  if (proven.outcome !== 'emailProven') throw new Error(`The proof ended as ${proven.outcome}`);
  return proven.signupToken;
}

export async function resetCode(market: Market, email: string): Promise<string> {
  await market.caller().auth.forgotPassword({ email });
  await market.runOutbox();
  return market.lastCode(email);
}

export const resetPassword = async (market: Market, email: string, password: string) =>
  market.caller().auth.resetPassword({ email, otp: await resetCode(market, email), password });
