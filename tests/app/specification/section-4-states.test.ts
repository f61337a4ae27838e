import {
  advance,
  buyerSignup,
  call,
  farmerSignup,
  givenMarket,
  mailedCode,
  makeFarm,
  makeFarmer,
  makeOrder,
  makeProduct,
  makeTestBuyer,
} from '#tests/setup/in-market.ts';

givenMarket();

describe("'Location verified flag: set by a successful GPS fix'", () => {
  const profileOf = async (location: Partial<ReturnType<typeof farmerSignup>['location']>) => {
    const signup = farmerSignup();
    const farmer = await makeFarmer({ location: { ...signup.location, ...location } });
    return (await call('/api/farmer/profile', undefined, farmer)).body.profile;
  };

  test("a signup payload 'location {…, accuracy, verified}' (§3) counts as a GPS fix", async () => {
    const location = { gpsFix: undefined, accuracy: 18, verified: true } as const;
    expect(await profileOf(location)).toMatchObject({
      isVerified: true,
      verifiedAccuracyClass: 'good',
    });
  });

  test('without accuracy and without a fix it stays unset', async () => {
    expect(await profileOf({ gpsFix: undefined, accuracy: undefined })).toMatchObject({
      isVerified: false,
    });
  });
});

const { email } = buyerSignup();
async function verify(extra: object) {
  await call('/api/auth/buyer/signup', buyerSignup());
  const otp = await mailedCode({ email });
  const sent = { email, otp, purpose: 'signup', ...extra };
  const { body } = await call('/api/auth/verify-otp', sent);
  return String(body.token);
}

test.each([
  [{}, true],
  [{ rememberMe: true }, true],
  [{ rememberMe: false }, false],
])(
  "'Session: with Remember me the session is kept in persistent storage': call 3 with %j: the token is valid a day later: %s",
  async (extra, isValid) => {
    const token = await verify(extra);
    advance(24 * 3600);
    const { status } = await call('/api/buyer/profile', undefined, { token });
    expect(status).toBe(isValid ? 200 : 401);
  },
);

test.each([
  [1, '1 bag'],
  [2.5, '2.5 bags'],
])(
  "'The order table also shows product and quantity': %d of a product sold in bags is shown as %s",
  async (quantity, text) => {
    const [buyer, farm] = [await makeTestBuyer(), await makeFarm()];
    const { id: productId } = await makeProduct(farm, { unit: 'bags' });
    const { id } = await makeOrder(buyer, [{ productId, quantity }]);
    const { body } = await call(`/api/farmer/orders/${id}`, undefined, farm);
    expect(body.order).toMatchObject({ product: 'Sukuma wiki', quantity: text });
  },
);
