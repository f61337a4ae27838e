import { beforeEach, describe, expect, test } from 'vitest';
import { CONVERSATIONS_PER_DAY, MESSAGES_PER_MINUTE } from '#features/messages/rules/limits.ts';
import { makeTalk, type Talk } from '#tests/factories/conversations.ts';
import { sendVoice } from '#tests/factories/media.ts';
import { makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { countRows, dumpDatabase } from '#tests/setup/rows.ts';

describe('limits per person under concurrent requests', () => {
  let market: Market;
  let talk: Talk;
  let conversationId: number;
  beforeEach(async () => {
    market = await makeMarket();
    talk = await makeTalk(market);
    conversationId = talk.conversationId;
  });
  type Post = { path: string; body: object; token: string; key?: string };
  const post = async ({ path, body, token, key }: Post) =>
    (
      await market.request(path, {
        token,
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      })
    ).status;

  test(`${MESSAGES_PER_MINUTE} messages a minute, of any kind; a repeated one does not count`, {
    timeout: 60_000,
  }, async () => {
    const path = `/api/conversations/${conversationId}/messages`;
    const sends = Array.from({ length: 50 }, (_, at) =>
      post({
        path,
        body: { text: `${at % 25}` },
        token: talk.buyer.token,
        key: `message-${at % 25}`,
      }),
    );
    const voices = Array.from({ length: 10 }, async (_, at) => {
      return (await sendVoice(market, { sender: talk.buyer, conversationId, key: `voice-${at}` }))
        .status;
    });
    const statuses = [...(await Promise.all(sends)), ...(await Promise.all(voices))];
    expect(statuses.every((status) => status === 201 || status === 429)).toBe(true);
    // The one that started the conversation is included.
    expect(await countRows(market.db, 'messages')).toBe(MESSAGES_PER_MINUTE);
    const again = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        post({ path, body: { text: `${at}` }, token: talk.buyer.token, key: `message-${at}` }),
      ),
    );
    expect(again.filter((status) => status === 201).length).toBeGreaterThanOrEqual(
      MESSAGES_PER_MINUTE - 1 - 10,
    );
    expect(await countRows(market.db, 'messages')).toBe(MESSAGES_PER_MINUTE);
  });

  test('new conversations, of which some start twice, stay within both limits', {
    timeout: 60_000,
  }, async () => {
    const buyer = await makeTestBuyer(market);
    const names = 'abcdefghijklmnopqrstuvwxyz';
    const productIds: number[] = [];
    for (const name of names)
      productIds.push((await makeProduct(market, talk.farm, { name: `Kale ${name}` })).id);
    const starts = productIds.flatMap((productId) =>
      ['a', 'a', 'b'].map((key) =>
        post({
          path: '/api/conversations',
          body: { productId, text: 'Good?' },
          token: buyer.token,
          key: `start-${key}-${productId}`,
        }),
      ),
    );
    const statuses = await Promise.all(starts);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    // Some of the new conversations got another message; all messages together stay within the
    // limit.
    expect(await countRows(market.db, 'conversations')).toBeLessThanOrEqual(
      1 + CONVERSATIONS_PER_DAY,
    );
    expect(await countRows(market.db, 'messages')).toBe(1 + MESSAGES_PER_MINUTE);
  });

  test(`${CONVERSATIONS_PER_DAY} new conversations a day, also if half of them start with a voice note`, {
    timeout: 60_000,
  }, async () => {
    const buyer = await makeTestBuyer(market);
    const productIds: number[] = [];
    for (let made = 0; made < CONVERSATIONS_PER_DAY + 5; made += 1)
      productIds.push((await makeProduct(market, talk.farm)).id);
    const statuses = await Promise.all(
      productIds.map(async (productId, at) =>
        at % 2 === 0
          ? (await sendVoice(market, { sender: buyer, productId, key: `voice-${at}` })).status
          : post({
              path: '/api/conversations',
              body: { productId, text: 'Good?' },
              token: buyer.token,
              key: `start-${at}`,
            }),
      ),
    );
    expect(statuses.toSorted()).toEqual([
      ...Array(CONVERSATIONS_PER_DAY).fill(201),
      ...Array(5).fill(429),
    ]);
    expect(await countRows(market.db, 'conversations')).toBe(1 + CONVERSATIONS_PER_DAY);
    expect(await countRows(market.db, 'messages')).toBe(1 + CONVERSATIONS_PER_DAY);
    expect(await countRows(market.db, 'message_media')).toBe(
      statuses.filter((status, at) => at % 2 === 0 && status === 201).length,
    );
    // A conversation that was started before continues.
    const { conversations } = market.caller(buyer);
    const [{ productId = null } = {}] = (await conversations.list({})).conversations;
    const again = conversations.start({ productId: productId ?? 0, text: 'Good?' });
    expect(await outcomeOf(again)).toBe('accepted');
    const other = await makeProduct(market, talk.farm);
    const next = conversations.start({ productId: other.id, text: 'Good?' });
    expect(await outcomeOf(next)).toBe('TOO_MANY_CONVERSATIONS');
  });

  test.each<[string, string, number]>([
    ['a thousand letters', 'x'.repeat(1000), 201],
    ['five hundred characters of four bytes', '🥬'.repeat(500), 201],
    ['ten thousand combining marks', `e${'\u0301'.repeat(9999)}`, 400],
    ['as many combining marks as a text may have', `e${'\u0301'.repeat(999)}`, 201],
    ['a NUL', 'a\u0000b', 400],
    ['half a character', 'a\ud83eb', 400],
    ['a change of the reading direction', 'pay \u202eerehw', 400],
    ['Arabic', 'سوكو شامبا', 201],
    ['only spaces', '\u00a0 \n\t', 400],
    ['a word too long for an index', 'ﷺ'.repeat(1000), 201],
  ])('%s', async (_, text, status) => {
    expect(
      await post({
        path: `/api/conversations/${conversationId}/messages`,
        body: { text },
        token: talk.buyer.token,
      }),
    ).toBe(status);
    const search = new URLSearchParams({ search: text.slice(0, 60) });
    const found = await market.request(`/api/conversations?${search}`, { token: talk.buyer.token });
    expect(found.status).toBeLessThan(500);
  });

  test('a search with odd characters is accepted', async () => {
    const odd = ['½', '²', 'Ⅷ', '٣', '𝟘𝟙', '1e5', '-1', 'a.b', 'soko@x.ke', 'https://x.ke/a?b'];
    const { list } = market.caller(talk.buyer).conversations;
    for (const search of [...odd, '🥬', 'ﬁ', 'ǅ', 'x'.repeat(100), '𐐨'.repeat(50)])
      expect((await list({ search })).nextCursor, search).toBeNull();
  });

  test('a deleted account leaves nothing in stored answers or pending messages', async () => {
    const buyer = await makeBuyer(market);
    const { token } = buyer;
    const write = (path: string, text: string) =>
      post({ path, body: { productId: talk.kale.id, text }, token, key: `key-${text.length}` });
    expect(await write('/api/conversations', 'BUYERWORDS one')).toBe(201);
    const { conversations } = await market.caller({ token }).conversations.list({});
    const path = `/api/conversations/${conversations[0]?.id}`;
    expect(await write(`${path}/messages`, 'BUYERWORDS one two')).toBe(201);
    const farmers = { token: talk.farm.token, body: {} };
    for (const step of ['read', 'block', 'unblock'])
      await post({ path: `${path}/${step}`, ...farmers, key: `farmer-${step}` });
    await post({
      path: `${path}/report`,
      token: talk.farm.token,
      body: { reason: 'Rude' },
      key: 'farmer-report',
    });
    expect(await dumpDatabase(market.db)).toMatch(/BUYERWORDS/);
    await market.caller({ token }).auth.deleteAccount({ password: PASSWORD });
    expect(await dumpDatabase(market.db)).not.toMatch(/BUYERWORDS/);
    expect(
      (await market.caller(talk.farm).conversations.list({ search: 'BUYERWORDS' })).conversations,
    ).toEqual([]);
  });
});
