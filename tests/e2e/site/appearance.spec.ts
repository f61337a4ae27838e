import { dayInNairobi, daysAfter } from '#rules/day.ts';
import {
  type Api,
  AT_THE_FARM,
  axeViolations,
  expect,
  type Page,
  shows,
  test,
  uniqueEmail,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';
import {
  brokenWords,
  clippedTexts,
  coveredTexts,
  cutKinds,
  overflowingParts,
  scrolledTables,
} from '#tests/e2e/pages/whole-texts.ts';
import { m } from '#text';

const LONG = 'Mchicha na sukuma wiki mchanganyiko, umevunwa asubuhi Kinangop';
const UNBROKEN = 'Mbogamchanganyikozakienyejizilizovunwaasubuhileo';
const DESCRIPTION = 'Dried and sorted by hand, without stones. Delivered on Tuesdays.';
const heights = { 1440: 900, 1280: 800, 1024: 768, 768: 1024, 360: 800, 320: 640 };
const widths = [1440, 360, 320] as const;
/** A list of products changes its layout with the width. */
const listWidths = [1280, 1024, 768, ...widths] as const;

type World = Awaited<ReturnType<typeof seed>>;
type Screen = string | ((page: Page) => Promise<void>);
type Visit = { language: 'en' | 'sw'; name: string };

const OF_OTHERS = ['/', '/market'];

async function seed(api: Api) {
  const word = uniqueWord();
  const stall = await api.offer([
    {
      ...{ name: `${word} maize`, unit: 'bags', price: 147_500, isOrganic: true },
      description: DESCRIPTION,
    },
    { name: `${word} onions` },
    {
      name: `${word} kale`,
      harvestDate: daysAfter(dayInNairobi(new Date()), 7),
      depositPercent: 30,
    },
  ]);
  const { ids, token, farmer } = await api.offer([
    { name: LONG, price: 12_345.67, unit: 'bunches' },
    { name: UNBROKEN, price: 9876.5, unit: 'pieces' },
  ]);
  const buyer = await api.buyer();
  const asBuyer = (path: string, input: object) => api.call(buyer.token, path, input);
  const [productId, inCart] = stall.ids;
  const people = { farmer: token, buyer: buyer.token };
  const completed = await api.complete({ ...people, productId: ids[0] });
  const orderId = await api.order(buyer.token, { productIds: ids, quantity: 15 });
  const lines = ids.map((id) => ({ productId: id, quantity: 20 }));
  await asBuyer('buyer.cart.put', { lines });
  await asBuyer('follows.add', { kind: 'product', productId });
  const { id: conversationId } = await asBuyer('conversations.start', {
    productId: ids[0],
    text: 'Pay me outside the app, to 0712 345 678',
  });
  await asBuyer('offers.make', { conversationId, quantity: 10, price: 48 });
  const { farmId } = await api.ask('market.product', { productId });
  return {
    ...{ word, productId, inCart, farmId, orderId, completed, conversationId, buyer },
    farmer,
  };
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
}

const missing = (path: string) => async (page: Page) => {
  await page.route(`**${path}`, async (route) =>
    route.fulfill({ response: await route.fetch(), status: 200 }),
  );
  await open(page, path);
};

const rowsOf = (path: string) => async (page: Page) => {
  await open(page, path);
  await expect(page.locator('main details').first()).toBeAttached();
  await page.evaluate(() => {
    for (const row of document.querySelectorAll<HTMLDetailsElement>('main details'))
      row.open = true;
  });
};

const submitted = (path: string) => async (page: Page) => {
  await open(page, path);
  if (path === '/signup') await page.getByRole('checkbox').check();
  await page.locator('button[type=submit]').click();
  await shows(page.locator('[aria-invalid=true]').first());
};

async function openCode(page: Page) {
  await open(page, '/forgot-password');
  await page
    .locator('input[type=email]')
    .fill(uniqueEmail('mama.mboga.wa.soko.la.gikomba.nairobi'));
  await page.locator('button[type=submit]').click();
  await expect(page.locator('[data-input-otp]')).toBeFocused();
}

async function openWrongCode(page: Page) {
  await open(page, '/forgot-password');
  await page.locator('[data-input-otp]').pressSequentially('123456');
  await shows(page.getByRole('alert'));
}

const publicScreens = ({ word, productId, farmId }: World): Screen[] => [
  ...['/', '/terms', '/privacy', '/market', `/market?search=${word}`, '/market?search=none'],
  ...[`/market/${productId}`, `/farm/${farmId}`, `/farm/${farmId}/sign`],
  ...['/prices', '/prices/tomato', '/cart'],
  ...['/market/2000000000', '/farm/2000000000', '/no-such-page'].map(missing),
];
const accountScreens = (): Screen[] => [
  ...['/signup', '/login', '/loginF', '/forgot-password', '/signupFarmer'],
  ...[submitted('/signup'), submitted('/login'), openCode, openWrongCode],
];
const buyerScreens = ({ orderId, completed, conversationId, word }: World): Screen[] => [
  ...[`/buyer-dashboard?search=${word}`, '/buyer-dashboard?tab=orders'],
  ...[rowsOf('/buyer-dashboard?tab=profile'), '/buyer-dashboard?tab=cart', '/checkout'],
  ...[`/orders/${orderId}`, `/orders/${completed}`, '/standing-orders', '/waiting', '/agent'],
  ...['/messages', `/messages/${conversationId}`, '/notifications'],
];
const farmerScreens = ({ orderId, conversationId }: World): Screen[] => [
  ...['overview', 'products', 'inventory', 'orders', 'payments'].map(
    (tab) => `/farmer/dashboard?tab=${tab}`,
  ),
  ...['profile', 'settings'].map((tab) => rowsOf(`/farmer/dashboard?tab=${tab}`)),
  `/farmer/dashboard?tab=orders&order=${orderId}`,
  ...['/messages', `/messages/${conversationId}`, '/notifications', '/agent'],
];

async function lasting(find: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  const count = async () => {
    found = await find();
    return found.length;
  };
  await expect
    .poll(count)
    .toBe(0)
    .catch(() => {});
  return found;
}

async function problemsOf(page: Page, { language, name }: Visit): Promise<string[]> {
  const problems: string[] = [];
  const add = async (kind: string, find: (page: Page) => Promise<string[]>) =>
    problems.push(...(await lasting(() => find(page))).map((one) => `${name} ${kind}: ${one}`));
  // A page that is slow to load says so and offers Retry in place of its skeleton.
  const loading = page.locator('main .bg-line[class*="animate-pulse"]');
  const slow = page
    .locator('main')
    .getByRole('button', { name: m.retry({}, { locale: language }) });
  await expect(loading.or(slow)).toHaveCount(0, { timeout: 60_000 });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  for (const width of name.includes('?search=') ? listWidths : widths) {
    await page.setViewportSize({ width, height: heights[width] });
    // Polled, because components that measure themselves adjust just after the window.
    await expect
      .poll(
        () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        { message: `${name} at ${width}` },
      )
      .toBe(0);
    if (!OF_OTHERS.includes(name)) {
      await add(`clipped at ${width}`, clippedTexts);
      await add(`broken at ${width}`, brokenWords);
      await add(`outside at ${width}`, overflowingParts);
      await add(`covered at ${width}`, coveredTexts);
      await add(`scrolls sideways at ${width}`, scrolledTables);
      if (width > 320) await add(`cut at ${width}`, cutKinds);
    }
    if (width === (language === 'en' ? 360 : 1440)) await add('axe', axeViolations);
    if (language === 'en' && width === 1440) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await add('axe, dark', axeViolations);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
  return problems;
}

test.describe('axe finds nothing, and everything fits at 320, 360 and 1440 px', () => {
  test.describe.configure({ timeout: 600_000 });
  let world: World;
  test.beforeAll(async ({ api }) => {
    world = await seed(api);
  });

  for (const language of ['en', 'sw'] as const)
    for (const [group, role, screens] of [
      ['public pages', null, publicScreens],
      ['account forms', null, accountScreens],
      ["a buyer's pages", 'buyer', buyerScreens],
      ["a farmer's pages", 'farmer', farmerScreens],
    ] as const)
      test(`${group} (${language})`, async ({ page, speak, dashboard }) => {
        await speak(language);
        if (role) await dashboard.keepSession(role, world[role]);
        await page.addInitScript(
          ([place, cart]) => {
            localStorage.setItem('buyerPlace', place);
            localStorage.setItem('cartLines', cart);
          },
          [
            JSON.stringify({ ...AT_THE_FARM, name: 'Starehe, Nairobi' }),
            JSON.stringify(role ? [] : [{ productId: world.inCart, quantity: 2 }]),
          ] as const,
        );
        const problems = [];
        for (const [at, screen] of screens(world).entries()) {
          const isPath = typeof screen === 'string';
          await (isPath ? open(page, screen) : screen(page));
          const name = isPath ? screen : `${at} ${page.url()}`;
          problems.push(...(await problemsOf(page, { language, name })));
        }
        expect(problems).toEqual([]);
      });
});
