import { UNREAD_MAX } from '#messages/rules/message.ts';
import {
  advance,
  call,
  changeProduct,
  countRows,
  makeProduct,
  makeTalk,
  outcomeOf,
} from '#tests/setup/in-market.ts';
import { conversationId, givenTalk, talk } from './given-talk.ts';

givenTalk();
const buyers = () => talk.asBuyer.conversations;
const farmers = () => talk.asFarmer.conversations;

test('a buyer has one conversation per product, in which both sides write', async () => {
  const again = await buyers().start({ productId: talk.kale.id, text: 'Hello?' });
  expect(again.id).toBe(conversationId);
  const { messages, conversation } = await farmers().get({ conversationId });
  expect(messages.map(({ from, text }) => `${from}: ${text}`)).toEqual([
    'buyer: Hello?',
    'buyer: Is it still good?',
  ]);
  expect(conversation).toMatchObject({
    ...{ productId: talk.kale.id, productName: 'Sukuma wiki', unread: 2, lastText: 'Hello?' },
    ...{ buyerName: 'Achieng Otieno', farmName: 'Kilima Farm', isBlocked: false },
  });
  const sent = await farmers().send({ conversationId, text: 'Picked today' });
  expect(sent).toMatchObject({ from: 'farmer', kind: 'text', text: 'Picked today' });
  expect((await buyers().list({})).conversations).toMatchObject([
    { id: conversationId, unread: 1, lastText: 'Picked today' },
  ]);
});

test('a message that was read is no longer counted, and its sender sees that it was read', async () => {
  await buyers().start({ productId: talk.kale.id, text: 'Hello?' });
  const [second, first] = (await farmers().get({ conversationId })).messages;
  expect((await farmers().read({ conversationId, upTo: first?.id ?? 0 })).unread).toBe(1);
  expect((await buyers().get({ conversationId })).messages.map(({ isRead }) => isRead)).toEqual([
    false,
    true,
  ]);
  expect(await farmers().unread()).toEqual({ unread: 1 });
  expect((await farmers().read({ conversationId })).unread).toBe(0);
  expect((await farmers().read({ conversationId, upTo: first?.id ?? 0 })).unread).toBe(0);
  await farmers().read({ conversationId, upTo: (second?.id ?? 0) + 100 });
  await buyers().send({ conversationId, text: 'Still there?' });
  expect(await farmers().unread()).toEqual({ unread: 1 });
});

test(`unread messages are counted up to ${UNREAD_MAX}`, async () => {
  for (let sent = 0; sent < UNREAD_MAX + 5; sent += 1) {
    await buyers().send({ conversationId, text: `Number ${sent}` });
    advance(3);
  }
  expect((await farmers().list({})).conversations[0]?.unread).toBe(UNREAD_MAX);
});

test('conversations are sorted by the last message, page by page', async () => {
  const others = [];
  for (const name of ['Beans', 'Maize', 'Onions']) {
    const product = await makeProduct(talk.farm, { name });
    others.push((await buyers().start({ productId: product.id, text: name })).id);
  }
  await farmers().send({ conversationId, text: 'Last' });
  const first = await farmers().list({ limit: 3 });
  const second = await farmers().list({ limit: 3, cursor: first.nextCursor ?? '' });
  const ids = [...first.conversations, ...second.conversations].map(({ id }) => id);
  expect(ids).toEqual([conversationId, ...others.reverse()]);
  expect(second.nextCursor).toBeNull();
  const newest = await buyers().get({ conversationId, limit: 1 });
  const cursor = newest.nextCursor ?? '';
  const older = await buyers().get({ conversationId, limit: 1, cursor });
  const texts = [...newest.messages, ...older.messages].map(({ text }) => text);
  expect(texts).toEqual(['Last', 'Is it still good?']);
  expect(await outcomeOf(buyers().list({ cursor }))).toBe('INVALID_INPUT');
});

test("a search finds words and their beginnings, only in the user's own conversations", async () => {
  const stranger = await makeTalk();
  await stranger.asBuyer.conversations.send({
    conversationId: stranger.conversationId,
    text: 'Magunia mawili',
  });
  await farmers().send({ conversationId, text: 'Ninayo magunia kumi, na mbogamboga' });
  const found = async (search: string) =>
    (await buyers().list({ search })).conversations.map(({ id }) => id);
  expect(await found('magunia')).toEqual([conversationId]);
  expect(await found('MBOGA mag')).toEqual([conversationId]);
  expect(await found('mawili')).toEqual([]);
  await buyers().send({ conversationId, text: 'Gĩthĩ ng’ombe' });
  expect(await found("githi ng'ombe")).toEqual([conversationId]);
  // A word may be too long for an index.
  await buyers().send({ conversationId, text: 'ﷺ'.repeat(1000) });
  for (const odd of ["'", '& | !', 'a:*', '<->', '\\', "magunia' | 'x", '½', 'a.b', '🥬'])
    expect(await outcomeOf(found(odd))).toBe('accepted');
});

test('a search over REST may be digits alone', async () => {
  await buyers().send({ conversationId, text: 'Nitalipa 2400 kesho' });
  const path = '/api/conversations?search=2400&limit=1';
  const { body } = await call(path, undefined, { token: talk.buyer.token });
  expect(body).toMatchObject({ success: true, conversations: [{ id: conversationId }] });
});

test('an empty text, or one of 1,001 characters, is refused', async () => {
  for (const text of ['', '   ', 'x'.repeat(1001)])
    expect(await outcomeOf(buyers().send({ conversationId, text }))).toBe('INVALID_INPUT');
  const longest = 'x'.repeat(1000);
  await buyers().send({ conversationId, text: longest });
  const { messages } = await buyers().get({ conversationId });
  expect(messages.map(({ text }) => text)).toEqual([longest, 'Is it still good?']);
});

test('a hidden or deleted product starts no conversation, but an existing one continues', async () => {
  const start = (productId: number) => outcomeOf(buyers().start({ productId, text: 'Good?' }));
  const hidden = await makeProduct(talk.farm);
  for (const id of [hidden.id, talk.kale.id]) await changeProduct(id, { hiddenAt: new Date() });
  for (const id of [hidden.id, 999_999]) expect(await start(id)).toBe('PRODUCT_NOT_FOUND');
  expect(await start(talk.kale.id)).toBe('accepted');
  expect(await countRows('conversations')).toBe(1);
});
