import { chooseWindow, readPushedNotice } from '#app/web/worker/pushed-notice.ts';

const origin = 'https://soko.example';
const inbox = 'https://soko.example/notifications';
const message = {
  title: 'SokoShamba',
  text: 'Order #12 was accepted',
  href: '/orders/12',
  tag: 'order/12',
};
const addressOf = (href: unknown) =>
  readPushedNotice(JSON.stringify({ ...message, href }), origin).options.data;

test('a pushed message is shown with its text, and replaces the previous one of its subject', () => {
  const { title, options } = readPushedNotice(JSON.stringify(message), origin);
  expect(title).toBe('SokoShamba');
  expect(options).toMatchObject({
    body: 'Order #12 was accepted',
    tag: 'order/12',
    renotify: true,
    icon: '/icon-192.png',
  });
});

test('a pushed message opens a path of this site', () => {
  expect(addressOf('/farmer/dashboard?tab=orders&order=12')).toBe(
    'https://soko.example/farmer/dashboard?tab=orders&order=12',
  );
});

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  'javascript:alert(1)',
  'orders/12',
  7,
])('a pushed message that links to %j opens the inbox', (href) => {
  expect(addressOf(href)).toBe(inbox);
});

test.each([null, 'null', '[]', '{', '{"title":5,"tag":["order"]}'])(
  'a pushed message that contains %j is still shown',
  (text) => {
    const { title, options } = readPushedNotice(text, origin);
    expect(title).toBe('SokoShamba');
    expect(options.data).toBe(inbox);
    expect(options).not.toHaveProperty('renotify');
  },
);

const window = (url: string, { focused = false, isVisible = false } = {}) => ({
  url,
  focused,
  visibilityState: isVisible ? ('visible' as const) : ('hidden' as const),
});
const [market, order, cart] = [`${origin}/market`, `${origin}/orders/12`, `${origin}/cart`];

test('a tapped notification uses the window that shows its URL, else the one in front, else any', () => {
  const [back, front, same] = [
    window(cart),
    window(market, { focused: true, isVisible: true }),
    window(order),
  ];
  expect(chooseWindow([back, front, same], order)).toBe(same);
  expect(chooseWindow([back, front], order)).toBe(front);
  expect(chooseWindow([back, window(market, { isVisible: true })], order)?.url).toBe(market);
  expect(chooseWindow([back], order)).toBe(back);
  expect(chooseWindow([], order)).toBeUndefined();
});
