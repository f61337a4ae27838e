/*
 * `npm run screens`: counts what the most seen screens of the demo ask of a reader on a phone:
 * filled buttons, distinct actions and words. SCREENS_LANGUAGE=sw counts them in Swahili.
 */

import { chromium, type Page } from 'playwright';
import { demoLogins } from '#demo/logins.ts';
import { createApi } from './api.ts';
import { createDemoMailbox, startDemo } from './demo-server.ts';
import { findHeadlessShell } from './find-browser.ts';
import { DashboardPage } from './pages/dashboard-page.ts';

type Visitor = 'visitor' | 'buyer' | 'farmer';

const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: findHeadlessShell(),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
});
try {
  const page = await openPhone('visitor');
  const api = createApi(page.request, createDemoMailbox(page.request));
  const { products } = await api.ask('market.cards', {});
  const [first] = products;
  const other = products.find(({ farmId }: { farmId: number }) => farmId !== first.farmId);
  await count(page, 'landing', '/');
  await count(page, 'market', '/market');
  await count(page, 'product', `/market/${first.id}`);
  await count(page, 'login', '/login');
  await count(page, 'sign-up', '/signup');

  const buyer = await openPhone('buyer');
  const token = await readToken(buyer);
  const lines = [first, other].map(({ id }) => ({ productId: id, quantity: 2 }));
  await api.call(token, 'buyer.cart.put', { lines });
  const { orders } = await (await api.read(token, 'buyer/orders')).json();
  const pending = orders.find(({ status }: { status: string }) => status === 'pending');
  await count(buyer, 'cart', '/buyer-dashboard?tab=cart');
  await count(buyer, 'checkout', '/checkout');
  await count(buyer, "buyer's orders", '/buyer-dashboard?tab=orders');
  await count(buyer, 'order', `/orders/${pending.id}`);
  await count(buyer, "buyer's profile", '/buyer-dashboard?tab=profile');

  const farmer = await openPhone('farmer');
  await count(farmer, 'overview', '/farmer/dashboard');
  await count(farmer, 'add product', '/farmer/dashboard?tab=products&product=new');
  await count(farmer, "farmer's orders", '/farmer/dashboard?tab=orders');
  await count(farmer, 'payments', '/farmer/dashboard?tab=payments');
  await count(farmer, 'notifications', '/notifications');
} finally {
  await browser.close();
  await demo.stop();
}

async function openPhone(visitor: Visitor): Promise<Page> {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width: 360, height: 800 },
    isMobile: true,
    hasTouch: true,
    userAgent: 'Mozilla/5.0 (Linux; Android 13) Chrome/140.0.0.0 Mobile Safari/537.36',
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const language = process.env.SCREENS_LANGUAGE ?? 'en';
  await context.addCookies([{ name: 'language', value: language, url: demo.url }]);
  // tsx wraps functions in this helper, which a page does not have.
  await context.addInitScript('globalThis.__name = (wrapped) => wrapped');
  const page = await context.newPage();
  if (visitor === 'visitor') return page;
  const account = {
    email: demoLogins[visitor],
    password: demoLogins.password,
    firstName: 'Achieng',
    lastName: 'Otieno',
    token: '',
  };
  const api = createApi(page.request, createDemoMailbox(page.request));
  const token = await api.logIn(account, visitor, 1);
  await new DashboardPage(page).keepSession(visitor, { ...account, token });
  return page;
}

function readToken(page: Page) {
  return page.evaluate(() => sessionStorage.getItem('authToken') ?? '');
}

async function count(page: Page, name: string, path: string) {
  await page.goto(path);
  // Twice in a row, because lazy parts replace each other's skeletons.
  for (let quiet = 0; quiet < 4; ) {
    await page.waitForTimeout(250);
    quiet = (await page.locator('[class*=animate-pulse]').count()) === 0 ? quiet + 1 : 0;
  }
  const { filled, actions, words } = await page.evaluate(countVisible);
  process.stdout.write(`| ${name} | ${filled} | ${actions} | ${words} |\n`);
}

/**
 * Runs in the page. The header, the bar and the footer are the same on all screens and are left
 * out of the actions; the rows of a list count as one.
 */
function countVisible() {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isShown && width > 1 && height > 1 && !element.closest('[inert], [aria-hidden=true]');
  };
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() ||
    (element.getAttribute('name') ?? '');
  const kindOf = (element: Element) => {
    const row = element.closest('main li, main tr, dialog li');
    const isInList = row?.parentElement && row.parentElement.children.length > 1;
    const label = isInList && element.tagName !== 'BUTTON' ? '' : nameOf(element);
    return isInList
      ? `${element.tagName} ${element.className} ${label.split(/[ :]/)[0]}`
      : `${element.tagName} ${label}`;
  };
  const controls = [
    ...root.querySelectorAll(
      'a[href], button, summary, select, input:not([type=hidden]), textarea',
    ),
  ].filter((element) => isVisible(element) && !element.closest('header, nav, footer'));
  const kinds = new Set(controls.filter((one) => one.closest('main, dialog')).map(kindOf));
  let words = 0;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    range.selectNodeContents(node);
    const isHidden = node.parentElement?.closest('script, style, option, svg, .sr-only');
    if (isHidden || range.getBoundingClientRect().width <= 1) continue;
    if (!node.parentElement?.checkVisibility()) continue;
    words += node.textContent?.match(/[\p{L}\p{N}][\p{L}\p{N}.,:'’-]*/gu)?.length ?? 0;
  }
  const filled = controls.filter((one) => one.matches('.button-primary:not(.product-card *)'));
  return { filled: filled.length, actions: kinds.size, words };
}
