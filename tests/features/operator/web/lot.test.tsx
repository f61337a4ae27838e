import { screen } from '@testing-library/react';
import { CasePageView } from '#operator/web/cases/case-page.tsx';
import { givenBrowser, press, renderScreen } from '#tests/setup/web/render-screen.tsx';

const at = '2026-03-01T11:05:11.000Z';
const lot = {
  ...{ id: 12, buyerId: 7, status: 'open', unit: 'kg', quantity: 1000, given: 200, quality: 'Dry' },
  ...{ priceCents: 4200, place: 'Nakuru', day: '2026-03-04', en: 'Maize', sw: 'Mahindi' },
  ...{ createdAt: at, closesAt: at, closedAt: null, takenAt: null, rideOrders: [] },
  shares: [
    {
      farmerId: 5,
      farmName: 'Kilima',
      quantity: 200,
      status: 'given',
      orderId: null,
      changedAt: at,
    },
  ],
};
const choice = { does: 'endLot', input: { lotId: 12 }, isMoneyGone: false, isAllowed: true };

givenBrowser();

test("a lot's page at the desk shows who gives what, and says what letting it go does", async () => {
  const { user, address } = await renderScreen(<CasePageView open={{ page: 'lot', id: 12 }} />, {
    'desk.cases.lot': () => ({
      ...{ lot, buyer: 'Jane Wanjiku', orders: [] },
      choices: [{ ...choice, takesTwo: false, seen: 'mark' }],
    }),
  });
  await screen.findByRole('heading', { name: 'Lot 12' });
  expect(screen.getByText('The farms are told and can sell again.')).toBeTruthy();
  expect(screen.getByText(/200 kg · Given/)).toBeTruthy();
  await press(user, 'Kilima');
  expect(address()).toBe('/desk?open=account-5');
});
