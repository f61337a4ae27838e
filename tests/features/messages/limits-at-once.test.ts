import { CONVERSATIONS_PER_DAY, MESSAGES_PER_MINUTE } from '#messages/rules/message.ts';
import {
  caller,
  countRows,
  dumpDatabase,
  makeBuyer,
  makeProduct,
  makeTestBuyer,
  outcomeOf,
  PASSWORD,
  request,
  sendVoice,
} from '#tests/setup/in-market.ts';
import { conversationId, givenTalk, talk } from './given-talk.ts';

describe('limits per person under concurrent requests', () => {
  givenTalk();
  type Post = { path: string; body: object; token: string; key?: string };
  const post = async ({ path, body, token, key }: Post) =>
    (
      await request(path, {
        token,
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      })
    ).status;

  test(`${MESSAGES_PER_MINUTE} messages a minute, of any kind; a repeated one does not count`, {
    timeout: 60_000,
  }, async () => {
    const path = `/api/conversations/${conversationId}/messages`;
    const write = (nth: number) =>
      post({ path, body: { text: `${nth}` }, token: talk.buyer.token, key: `message-${nth}` });
    const sends = Array.from({ length: 50 }, (_, at) => write(at % 25));
    const voices = Array.from({ length: 10 }, async (_, at) => {
      const key = `voice-${at}`;
      return (await sendVoice({ sender: talk.buyer, conversationId, key })).status;
    });
    const statuses = await Promise.all([...sends, ...voices]);
    expect(statuses.every((status) => status === 201 || status === 429)).toBe(true);
    expect(await countRows('messages')).toBe(MESSAGES_PER_MINUTE);
    const again = Array.from({ length: 25 }, (_, at) => write(at));
    const repeated = (await Promise.all(again)).filter((status) => status === 201);
    expect(repeated.length).toBeGreaterThanOrEqual(MESSAGES_PER_MINUTE - 1 - 10);
    expect(await countRows('messages')).toBe(MESSAGES_PER_MINUTE);
  });

  test(`${CONVERSATIONS_PER_DAY} new conversations a day, also if half of them start with a voice note`, {
    timeout: 60_000,
  }, async () => {
    const buyer = await makeTestBuyer();
    const productIds: number[] = [];
    for (let made = 0; made < CONVERSATIONS_PER_DAY + 5; made += 1)
      productIds.push((await makeProduct(talk.farm)).id);
    const statuses = await Promise.all(
      productIds.map(async (productId, at) =>
        at % 2 === 0
          ? (await sendVoice({ sender: buyer, productId, key: `voice-${at}` })).status
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
    expect(await countRows('conversations')).toBe(1 + CONVERSATIONS_PER_DAY);
    expect(await countRows('messages')).toBe(1 + CONVERSATIONS_PER_DAY);
    const { conversations } = caller(buyer);
    const [{ productId = null } = {}] = (await conversations.list({})).conversations;
    const again = conversations.start({ productId: productId ?? 0, text: 'Good?' });
    expect(await outcomeOf(again)).toBe('accepted');
  });

  test('a deleted account leaves nothing in stored answers or pending messages', async () => {
    const buyer = await makeBuyer();
    const { token } = buyer;
    const write = (path: string, text: string) =>
      post({ path, body: { productId: talk.kale.id, text }, token, key: `key-${text.length}` });
    expect(await write('/api/conversations', 'BUYERWORDS one')).toBe(201);
    const { conversations } = await caller({ token }).conversations.list({});
    const path = `/api/conversations/${conversations[0]?.id}`;
    expect(await write(`${path}/messages`, 'BUYERWORDS one two')).toBe(201);
    await post({ path: `${path}/read`, token: talk.farm.token, body: {}, key: 'farmer-read' });
    expect(await dumpDatabase()).toMatch(/BUYERWORDS/);
    await caller({ token }).auth.deleteAccount({ password: PASSWORD });
    expect(await dumpDatabase()).not.toMatch(/BUYERWORDS/);
    expect(
      (await caller(talk.farm).conversations.list({ search: 'BUYERWORDS' })).conversations,
    ).toEqual([]);
  });
});
