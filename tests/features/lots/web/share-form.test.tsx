import { TRPCClientError } from '@trpc/client';
import { MemberShares, ShareForm } from '#lots/web/share-form.tsx';
import { givenBrowser, press, screen, waitFor } from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const hours = { latitude: -0.33, longitude: 35.94, fromHour: 6, untilHour: 9 };
const lot = {
  ...{ id: 12, status: 'open' as const, crop: 'maize', en: 'Maize', sw: 'Mahindi' },
  ...{ unit: 'kg' as const, netWeightKg: null, quality: '', photo: null, price: 42 },
  ...{ quantity: 500, leastQuantity: 100, smallestShare: 50, given: 400, left: 100, isOpen: true },
  ...{ day: '2999-12-04', place: 'Nakuru', closesAt: '2999-12-03T09:00:00.000Z' },
  ...{ repeatsWeekly: false, distanceKm: null, decideBy: null, createdAt: '2026-11-29T09:00:00Z' },
  ...{ unpaidOrders: 0, toPay: 0, payment: null, isExtendable: false, rides: [] },
  points: [
    { ...hours, id: 31, name: 'Njoro market' },
    { ...hours, id: 32, name: 'Elburgon' },
  ],
};
const share = {
  ...{ id: 7, farmId: 5, farmName: 'Wanjiku Farm', county: 'Nakuru', productId: 17, pointId: 32 },
  ...{ quantity: 60, status: 'given' as const, askedUntil: null, orderId: null },
  ...{ handoverCode: null, isPaid: false, isCancelled: false, isWeighed: false },
};

givenBrowser();

test('a share is sent with its point, and may wait in line if so much is not left', async () => {
  const { user, calls } = await renderWithQueue(<ShareForm lot={{ ...lot, shares: [] }} />, {
    'farmer.lots.give': (input) => {
      if ((input as { waits: boolean }).waits) return lot;
      const data = { code: 'LOT_LEFT', httpStatus: 409 };
      const error = { code: -32_009, message: 'Only 100 kg of this lot is left.', data };
      throw new TRPCClientError(error.message, { result: { error } });
    },
  });
  await user.type(await screen.findByRole('textbox'), '200');
  await user.selectOptions(screen.getByRole('combobox'), '32');
  await press(user, 'Give this share');
  await screen.findByText('Only 100 kg of this lot is left.');
  await press(user, 'Wait in line');
  const sent = { lotId: 12, quantity: 200, pointId: 32 };
  await waitFor(() =>
    expect(calls).toEqual([
      { path: 'farmer.lots.give', input: { ...sent, waits: false } },
      { path: 'farmer.lots.give', input: { ...sent, waits: true } },
    ]),
  );
});

test('a share is shown in its form, and taken back', async () => {
  const { user, calls } = await renderWithQueue(<ShareForm lot={{ ...lot, shares: [share] }} />, {
    'farmer.lots.takeBack': () => ({ ...lot, shares: [] }),
  });
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('60');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('32');
  await press(user, 'Take it back');
  await waitFor(() =>
    expect(calls).toContainEqual({ path: 'farmer.lots.takeBack', input: { lotId: 12 } }),
  );
});

test('a share of each member is proposed by its clerk, without those that stay', async () => {
  const members = [
    { farmerId: 5, name: 'Nekesa' },
    { farmerId: 6, name: 'Wafula' },
    { farmerId: 8, name: 'Barasa' },
  ];
  const proposed = { ...share, status: 'proposed' as const };
  const { user, calls } = await renderWithQueue(<MemberShares lotId={12} />, {
    'phone.signedUpFarmers': () => ({ farmers: members }),
    'agent.lots.get': () => ({ ...lot, shares: [proposed] }),
    'agent.lots.propose': () => ({ ...lot, shares: [proposed] }),
  });
  await user.type(await screen.findByLabelText('Wafula: Quantity'), '80');
  await press(user, 'Ask the members by SMS');
  const input = { lotId: 12, shares: [{ farmerId: 6, quantity: 80 }] };
  await waitFor(() => expect(calls).toContainEqual({ path: 'agent.lots.propose', input }));
});
