import { screen } from '@testing-library/react';
import { CasesTab } from '#operator/web/desk.tsx';
import { givenBrowser, renderScreen } from '#tests/setup/web/render-screen.tsx';

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

givenBrowser();

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
