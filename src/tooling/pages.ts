/** A page that the build renders: its path, its file's name, and the modules of its route, outermost first. */
export type BuiltPage = { path: string; name: string; modules: string[] };

const screen = (path: string, file: string): BuiltPage => ({
  path,
  name: path.slice(1),
  modules: ['app/routes/screens.tsx', `app/routes/${file}.tsx`],
});

/** The pages that read without JavaScript, and that search engines may know. */
export const publicPages: BuiltPage[] = [
  { path: '/', name: 'index', modules: ['app/routes/landing.tsx'] },
  { path: '/terms', name: 'terms', modules: ['app/routes/terms.tsx'] },
  { path: '/privacy', name: 'privacy', modules: ['app/routes/privacy.tsx'] },
  screen('/signup', 'signup'),
  screen('/login', 'login'),
  screen('/signupFarmer', 'signup-farmer'),
  screen('/loginF', 'login-farmer'),
  screen('/forgot-password', 'forgot-password'),
];

/** Drawn in the browser, but with a head of their own: search engines and chats read it. The product's is the server's to write. */
export const MARKET_PAGE = screen('/market', 'market');
export const PRODUCT_PAGE: BuiltPage = { ...screen('/market/{id}', 'product'), name: 'product' };

/** Drawn in the browser, from the shell. */
export const shellPages: BuiltPage[] = [
  screen('/buyer-dashboard', 'buyer-dashboard'),
  screen('/checkout', 'checkout'),
  screen('/orders/{id}', 'order'),
  screen('/farmer/dashboard', 'farmer-dashboard'),
  MARKET_PAGE,
  PRODUCT_PAGE,
];

export const NOT_FOUND_PAGE: BuiltPage = { path: '/404', name: 'not-found', modules: [] };
export const SHELL_NAME = 'app';
