import { meantPath } from '#rules/routes.ts';

test('a path in other letter case, or with a slash at its end, leads to its page', () => {
  expect(meantPath('/loginf')).toBe('/loginF');
  expect(meantPath('/SignupFarmer/')).toBe('/signupFarmer');
  expect(meantPath('/developers/')).toBe('/developers');
  expect(meantPath('/Prices/tomato')).toBe('/prices/tomato');
  for (const unknown of ['/login2', '/market/1/2', '/', '//login'])
    expect(meantPath(unknown)).toBeNull();
});
