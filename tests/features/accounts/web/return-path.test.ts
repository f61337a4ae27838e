import { returnPath } from '#accounts/web/login-steps.tsx';

test.each(['/farmer/dashboard?tab=profile#phone', '/notifications#settings'])(
  'a login leads back to %s',
  (wanted) => expect(returnPath(wanted, 'farmer')).toBe(wanted),
);

test.each([
  'https://evil.example/farmer/dashboard',
  '//evil.example/farmer#/farmer',
  '/\\evil.example/farmer',
  '/\t/evil.example/farmer',
  '/farmer/..//evil.example/farmer',
  '/x#//evil.example',
  '/#/farmer/dashboard',
  'javascript:alert(1)#/farmer',
  '/buyer-dashboard#phone',
])('a login never leads a farmer to %j', (wanted) => {
  expect(returnPath(wanted, 'farmer')).toBe('/farmer/dashboard');
});
