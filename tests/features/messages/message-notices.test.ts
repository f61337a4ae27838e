import { beforeEach, describe, expect, test } from 'vitest';
import { runOfferClock } from '#features/messages/server/run-offer-clock.ts';
import { makeTalk, type Talk } from '#tests/factories/conversations.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const HOUR = 3600;

describe('conversation notices', () => {
  let market: Market;
  let talk: Talk;
  let conversationId: number;
  beforeEach(async () => {
    market = await makeMarket();
    talk = await makeTalk(market, { quantity: 100, price: 50 });
    conversationId = talk.conversationId;
  });
  const inboxOf = async (person: Talk['asBuyer']) =>
    (await person.notifications.list({})).notifications;
  const textsOf = async (person: Talk['asBuyer']) =>
    (await inboxOf(person)).map(({ text }) => text);
  const unreadOf = async (person: Talk['asBuyer']) => (await person.notifications.list({})).unread;

  test('a message notifies the recipient until the conversation is read', async () => {
    const { asBuyer, asFarmer } = talk;
    expect(await inboxOf(asBuyer)).toEqual([]);
    expect(await inboxOf(asFarmer)).toMatchObject([
      {
        kind: 'message',
        text: 'New message about Sukuma wiki',
        href: `/messages/${conversationId}`,
        isRead: false,
      },
    ]);
    const [first] = (await asFarmer.conversations.get({ conversationId })).messages;
    await asBuyer.conversations.send({ conversationId, text: 'Hello?' });
    await asFarmer.conversations.read({ conversationId, upTo: first?.id ?? 0 });
    expect(await unreadOf(asFarmer)).toBe(2);
    await asFarmer.conversations.read({ conversationId });
    expect(await unreadOf(asFarmer)).toBe(0);
  });

  test('so does every step of an offer; an expiry notifies both', async () => {
    const { asBuyer, asFarmer } = talk;
    const made = await asBuyer.offers.make({ conversationId, quantity: 12, price: 40 });
    const countered = await asFarmer.offers.counter({ offerId: made.id, quantity: 12, price: 45 });
    await asBuyer.offers.accept({ offerId: countered.id });
    expect((await textsOf(asFarmer)).slice(0, 2)).toEqual([
      'Your offer for Sukuma wiki was accepted',
      'New offer for Sukuma wiki',
    ]);
    expect(await textsOf(asBuyer)).toEqual(['New counter-offer for Sukuma wiki']);
    market.advance(2 * HOUR);
    await runOfferClock(market.db, market.services);
    const released = 'The agreed Sukuma wiki was not ordered and is back on sale';
    expect((await textsOf(asBuyer))[0]).toBe(released);
    expect((await textsOf(asFarmer))[0]).toBe(released);
  });

  test('a refused message notifies nobody', async () => {
    const before = await unreadOf(talk.asFarmer);
    await talk.asFarmer.conversations.block({ conversationId });
    await expect(
      talk.asBuyer.conversations.send({ conversationId, text: 'Hello?' }),
    ).rejects.toThrow();
    expect(await unreadOf(talk.asFarmer)).toBe(before);
  });
});
