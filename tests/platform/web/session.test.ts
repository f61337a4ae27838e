import { clearSession, readSession, requireRole, storeSession } from '#web/session.ts';

describe("'Login responses are read for token and user, where user has userType (default farmer)'", () => {
  afterEach(clearSession);

  test('a stored authToken without userType counts as a farmer', () => {
    localStorage.setItem('authToken', 'token');
    localStorage.setItem('userData', JSON.stringify({ id: 7, email: 'wanjiru@shamba.example' }));
    expect(readSession('farmer')).toMatchObject({
      token: 'token',
      user: { id: 7, role: 'farmer' },
    });
    expect(readSession('buyer')).toBeNull();
  });

  test("'Requires a stored auth token': one without userType opens either dashboard", () => {
    localStorage.setItem('authToken', 'token');
    const visit = { location: { pathname: '/', searchStr: '', hash: '' } as never, preload: false };
    for (const role of ['buyer', 'farmer'] as const)
      expect(requireRole(role)(visit)).toMatchObject({
        session: { token: 'token', user: { role } },
      });
  });

  test("'Farmer side: authToken, userData, userType': userData carries userType too", () => {
    const name = { firstName: 'Wanjiru', lastName: 'Kamau' };
    const user = { id: 7, role: 'farmer', email: 'wanjiru@shamba.example', ...name } as const;
    storeSession({ token: 'token', user }, { isRemembered: true });
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toMatchObject({
      ...user,
      userType: 'farmer',
    });
    expect(readSession('farmer')?.user).toEqual(user);
  });

  test("a buyer's session stays a buyer's", () => {
    localStorage.setItem('authToken', 'token');
    localStorage.setItem('userType', 'buyer');
    expect(readSession('buyer')).toMatchObject({ token: 'token' });
    expect(readSession('farmer')).toBeNull();
  });
});
