import { expect, test } from '#tests/e2e/fixtures.ts';
import { drivenBrowsers } from '#tests/e2e/webdriver.ts';
import { uniqueWord } from './api.ts';

const LISTEN = `
  window.errors ??= [];
  addEventListener('error', (event) => errors.push(String(event.message)));`;
/** A page from the server has its buttons and fields before its script runs. */
const IS_RUNNING = `
  return new Promise((resolve) => {
    const look = () =>
      performance.getEntriesByName('page-running').length > 0 ? resolve() : setTimeout(look, 50);
    look();
  });`;

for (const [name, start] of Object.entries(drivenBrowsers)) {
  test(`${name} opens ten pages, logs in with a code, fills the cart and checks out`, {
    tag: '@night',
  }, async ({ api, mailbox, baseURL }) => {
    test.setTimeout(300_000);
    const product = `${uniqueWord()} kale`;
    const { ids } = await api.offer([{ name: product }]);
    const buyer = await api.buyer();
    const browser = await start();
    try {
      const open = async (path: string) => {
        await browser.goTo(`${baseURL}${path}`);
        await browser.find('//h1[normalize-space()]');
        await browser.run(LISTEN);
      };
      const paths = ['/', '/terms', '/signup', '/signupFarmer', '/forgot-password', '/prices'];
      for (const path of [...paths, '/prices/maize', `/market?search=${product.split(' ')[0]}`])
        await open(path);
      await browser.find(`//article[contains(., '${product}')]`);

      await open('/login');
      await browser.run(IS_RUNNING);
      await browser.type("//input[@type='email']", buyer.email);
      await browser.type("//input[@type='password']", buyer.password);
      await browser.click("//button[normalize-space()='Login']");
      await browser.find("//*[contains(text(), 'code')]");
      await browser.type('//input[@data-input-otp]', await mailbox.code(buyer.email, 2));
      await browser.find("//h1[contains(., 'Achieng')]");

      await open(`/market/${ids[0]}`);
      await browser.run(IS_RUNNING);
      await browser.click("//main//button[contains(., 'Add to Cart')]");
      await browser.find("//*[contains(text(), 'in your cart')]");
      await open('/checkout');
      await browser.click("//label[contains(., 'Collect')]");
      await browser.click("//button[starts-with(normalize-space(), 'Place order')]");
      await browser.find("//h1[contains(., 'Order #')]");
      expect(await browser.run('return errors')).toEqual([]);
    } finally {
      await browser.close();
    }
    const answer = await api.read(buyer.token, 'buyer/orders');
    expect(JSON.stringify(await answer.json())).toContain(product);
  });
}
