import { CasePageView } from '#operator/web/cases/case-page.tsx';
import { CasesTab } from '#operator/web/desk.tsx';
import { givenBrowser, press, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

const at = '2026-03-01T11:05:11.000Z';
const lot = {
  ...{ id: 12, buyerId: 7, status: 'open', unit: 'kg', quantity: 1000, given: 200, quality: 'Dry' },
  ...{ price: 42, place: 'Nakuru', day: '2026-03-04', en: 'Maize', sw: 'Mahindi' },
  ...{ createdAt: at, closesAt: at, closedAt: null, takenAt: null, rideOrders: [] },
  shares: [
    {
      farmId: 5,
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

const account = {
  id: 7,
  role: 'buyer',
  firstName: 'Jane',
  lastName: 'Wanjiku',
  email: null,
  phoneNumber: '+254712000111',
  farmName: null,
  suspendedAt: null,
};

test("the desk's search finds by a number, which stays out of the address, also with an account open", async () => {
  const { user, calls, address } = await renderScreen(<CasesTab />, {
    'desk.cases.list': () => ({ cases: [], count: 0 }),
    'desk.cases.search': () => ({ orders: [], accounts: [account] }),
    'desk.cases.account': () => new Promise(() => {}),
  });
  await user.type(await screen.findByRole('searchbox'), '0712000111{Enter}');
  const found = await screen.findByRole('button', { name: /Jane Wanjiku/ });
  expect(calls).toContainEqual({ path: 'desk.cases.search', input: { text: '0712000111' } });
  expect(address()).toBe('/desk');
  await user.click(found);
  expect(address()).toBe('/desk?open=account-7');
  await user.click(await screen.findByRole('button', { name: /Back/ }));
  expect(await screen.findByRole('button', { name: /Jane Wanjiku/ })).toBeTruthy();
});
