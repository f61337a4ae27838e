import { QueryClient } from '@tanstack/react-query';
import { LotPage } from '#lots/web/lots-page.tsx';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { givenBrowser, press, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

const hours = { latitude: -0.33, longitude: 35.94, fromHour: 6, untilHour: 9 };
const share = {
  ...{
    id: 7,
    farmId: 5,
    farmName: 'Wanjiku Farm',
    county: 'Nakuru',
    productId: 17,
    pointId: 31,
    quantity: 200,
  },
  ...{
    status: 'ordered',
    askedUntil: null,
    orderId: 42,
    handoverCode: '4821',
    isWeighed: true,
    isPaid: true,
  },
};
const ride = {
  ...{
    id: 9,
    farmId: 6,
    farmName: 'Carrier',
    county: 'Nakuru',
    pointIds: [31],
    price: 3000,
    orderId: null,
  },
  parts: [{ shareId: 7, amount: 3000 }],
};
const lot = {
  ...{ id: 12, status: 'taken', crop: 'maize', en: 'Maize', sw: 'Mahindi', unit: 'kg' },
  ...{ quantity: 500, leastQuantity: 100, smallestShare: 50, netWeightKg: null, quality: '' },
  ...{ price: 42, day: '2999-12-04', place: 'Nakuru', closesAt: '2999-12-03T09:00:00.000Z' },
  ...{ given: 200, left: 300, isOpen: false, repeatsWeekly: false, distanceKm: null },
  photo: {
    ...{ id: 7, url: '/photos/dry-800.jpg', colour: '#aaa', widthPixels: 400, heightPixels: 300 },
    sizes: [{ width: 320, webp: '/photos/dry-320.webp', jpeg: '/photos/dry-320.jpg' }],
  },
  ...{
    decideBy: null,
    unpaidOrders: 0,
    payment: null,
    isExtendable: false,
    createdAt: '2026-11-29T09:00:00Z',
  },
  points: [
    { ...hours, id: 31, name: 'Njoro market' },
    { ...hours, id: 32, name: 'Elburgon' },
  ],
  ...{ shares: [share], rides: [ride] },
};

givenBrowser();

test('the page of a lot shows its buyer the list of the driver, and what transport costs before the buyer agrees', async () => {
  logInHere(3, 'buyer');
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const taken = { ...lot, rides: [{ ...ride, orderId: 50 }] };
  const { user, calls } = await renderScreen(<LotPage lotId={12} />, {
    'buyer.lots.get': () => lot,
    'buyer.lots.takeRide': () => taken,
    'buyer.lots.list': () => ({ lots: [], nextCursor: null }),
  });
  await screen.findByText('Ordered · Paid · Code 4821 · Weighed');
  screen.getByText(/^Wanjiku Farm: KES\s3,000, KES\s15 \/ kg$/);
  await press(user, 'Print');
  expect(print).toHaveBeenCalledOnce();
  await press(user, 'Accept');
  await screen.findByRole('link', { name: /50/ });
  expect(calls).toContainEqual({
    path: 'buyer.lots.takeRide',
    input: { lotId: 12, rideId: 9 },
  });
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

test('the page of a lot asks the phone once, and again after a refusal that it explains', async () => {
  logInHere(3, 'buyer');
  const phoneNumber = '+254722000111';
  const payment = {
    ...{ id: 8, status: 'pushed', resultCode: null, resultText: null, pushAt: null, phoneNumber },
    ...{ amount: 8400, requestedAt: new Date().toISOString() },
  };
  const unpaid = { ...lot, rides: [], unpaidOrders: 1, toPay: 8400 };
  const refused = { ...payment, status: 'failed', resultCode: '2001' };
  const cache = new QueryClient();
  let answer: object = unpaid;
  const answers = {
    'buyer.lots.get': () => answer,
    'buyer.lots.pay': () => ({ ...unpaid, payment }),
    'buyer.lots.list': () => ({ lots: [], nextCursor: null }),
    'buyer.profile': () => ({ phoneNumber }),
  };
  const { user, calls } = await renderScreen(<LotPage lotId={12} />, answers, cache);
  await user.click(await screen.findByRole('button', { name: /^Pay KES\s8,400$/ }));
  await screen.findByText('Check your phone and enter your PIN');
  expect(calls).toContainEqual({ path: 'buyer.lots.pay', input: { lotId: 12, phoneNumber } });
  expect(screen.queryByRole('button', { name: /^Pay KES\s8,400$/ })).toBeNull();
  answer = { ...unpaid, payment: refused };
  await cache.invalidateQueries();
  await screen.findByText(/^Wrong PIN/);
  screen.getByRole('button', { name: /^Pay KES\s8,400$/ });
});

test("the page of a lot takes a carrier's offer for the chosen points", async () => {
  logInHere(6);
  const { user, calls } = await renderScreen(<LotPage lotId={12} />, {
    'farmer.lots.get': () => ({ ...lot, shares: [], rides: [] }),
    'farmer.lots.offerRide': () => ({ ...lot, shares: [], rides: [{ ...ride, parts: [] }] }),
    'farmer.lots.withdrawRide': () => ({ ...lot, shares: [], rides: [] }),
  });
  const photo = await screen.findByAltText('Photo of such goods');
  expect(photo.getAttribute('src')).toBe('/photos/dry-320.jpg');
  await user.click(screen.getByText('Offer transport', { selector: 'summary' }));
  await user.click(screen.getByRole('checkbox', { name: 'Elburgon' }));
  await user.type(screen.getByRole('textbox', { name: /^KES for all/ }), '3,000');
  await press(user, 'Offer transport');
  await screen.findByText(/^Carrier: KES\s3,000$/);
  expect(calls).toContainEqual({
    path: 'farmer.lots.offerRide',
    input: { lotId: 12, pointIds: [31], price: 3000 },
  });
  await press(user, 'Withdraw');
  await vi.waitFor(() => expect(screen.queryByText(/^Carrier/)).toBeNull());
});

test("a clerk who asks the members before typing a share is led to the first member's field", async () => {
  logInHere(6);
  const open = { ...lot, status: 'open', isOpen: true, shares: [], rides: [] };
  const { user, calls } = await renderScreen(<LotPage lotId={12} />, {
    'farmer.lots.get': () => open,
    'agent.lots.get': () => open,
    'phone.signedUpFarmers': () => ({ farmers: [{ farmerId: 9, name: 'Nekesa Wafula' }] }),
  });
  const field = await screen.findByLabelText('Nekesa Wafula: Quantity');
  expect(field.getAttribute('placeholder')).toBe('kg');
  await press(user, 'Ask the members by SMS');
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  expect(calls.map(({ path }) => path)).not.toContain('agent.lots.propose');
});
