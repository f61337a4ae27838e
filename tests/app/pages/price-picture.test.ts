import { Hono } from 'hono';
import sharp from 'sharp';
import { createPricePicture } from '#app/server/pages/price-picture.ts';
import { market, observeFarms, openMarket, pricePages, rollUp } from '#tests/setup/in-market.ts';

test("a crop's price has a picture for chats, and an unknown crop that of the site", async () => {
  await openMarket();
  await observeFarms([54, 54, 54, 54, 54]);
  await rollUp();
  const { html } = await pricePages()('/prices/tomato?county=Nyeri&language=sw');
  expect(html).toContain(
    '<meta property="og:image" content="https://soko.example/prices/tomato.png?county=Nyeri&amp;language=sw" />',
  );

  const { services } = market;
  const picture = createPricePicture({ services, clientAddressOf: () => '10.0.0.1' });
  const app = new Hono().get('/prices/:crop', (c) =>
    picture(c, c.req.param('crop').replace('.png', '')),
  );
  const drawn = await app.request('/prices/tomato.png?county=Nyeri&language=sw');
  expect(drawn.headers.get('content-type')).toBe('image/png');
  const { width, height } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata();
  expect([width, height]).toEqual([1200, 630]);
  for (const unknown of ['/prices/gold.png', '/prices/tomato.png?county=Atlantis']) {
    expect((await app.request(unknown)).headers.get('location')).toBe('/og.png');
  }
});
