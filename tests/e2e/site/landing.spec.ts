import { SLIDE_INTERVAL_MILLISECONDS } from '#rules/limits.ts';
import {
  button,
  expect,
  link,
  type Page,
  press,
  shows,
  test,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';

test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  viewport: { width: 1280, height: 800 },
});

const picture = (page: Page, number: number) => button(page, `Picture ${number} of 3`);
const isShown = (page: Page, number: number) =>
  expect(picture(page, number)).toHaveAttribute('aria-current', 'true');
const wait = (page: Page) => page.clock.runFor(SLIDE_INTERVAL_MILLISECONDS + 100);

test('the slideshow advances every 5 seconds, except under the pointer, with the keyboard in it, and when paused', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const sections = page.getByRole('navigation', { name: 'Main' });
  await shows(link(sections, 'Testimonials'));
  await shows(
    page.getByRole('img', { name: 'A highland farm at dawn, with maize and Mount Kenya' }),
  );
  const leave = () => page.mouse.move(640, 790);
  await leave();
  await isShown(page, 1);
  await picture(page, 1).hover();
  await wait(page);
  await isShown(page, 1);
  await leave();

  await link(page, 'Join as Farmer').first().focus();
  await page.keyboard.press('Tab');
  await button(page, 'Pause the slideshow').focus();
  await wait(page);
  await isShown(page, 1);

  await page.keyboard.press('Enter');
  await button(page, 'Play the slideshow').blur();
  await wait(page);
  await isShown(page, 1);
  await press(page, 'Play the slideshow');
  await leave();
  await wait(page);
  await isShown(page, 2);
});

test('"Fresh today" shows four products, of different farms first, which open, and only the links without the server', async ({
  page,
  api,
}) => {
  const section = page.getByRole('region', { name: 'Fresh today' });
  const names = ['beans', 'kale', 'maize', 'onions', 'plums'];
  await api.offer(names.map((name) => ({ name: `${uniqueWord()} ${name}` })));
  const other = `${uniqueWord()} kale`;
  await api.offer([{ name: other }]);
  await page.goto('/');
  await section.scrollIntoViewIfNeeded();
  const products = section.getByRole('listitem');
  await expect(products).toHaveCount(4);
  await expect(products.first()).toContainText('KES');
  await shows(link(section, other));
  await page.route('**/trpc/market.cards*', (route) => route.abort());
  await page.reload();
  await shows(link(section, "See today's market"));
  await page.unroute('**/trpc/market.cards*');
  await page.reload();
  await section.scrollIntoViewIfNeeded();
  await products.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/market\/\d+$/);
});
