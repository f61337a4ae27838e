import { REPORTS_PER_DAY } from '#messages/rules/message.ts';
import { runOfferClock } from '#messages/server/move-offer.ts';
import type { Talk } from '#tests/factories/conversations.ts';
import {
  advance,
  booksOf,
  caller,
  countRows,
  db,
  deskOf,
  dumpDatabase,
  givenMarket,
  HOUR,
  makeBuyer,
  makeFarmer,
  makeProduct,
  makeTalk,
  operate,
  outcomeOf,
  PASSWORD,
  type SignedBuyer,
  type SignedFarmer,
  services,
  sql,
} from '#tests/setup/in-market.ts';

givenMarket();

describe('safety in conversations', () => {
  let talk: Talk;
  let conversationId: number;
  beforeEach(async () => {
    talk = await makeTalk();
    conversationId = talk.conversationId;
  });
  const buyers = () => talk.asBuyer.conversations;
  const farmers = () => talk.asFarmer.conversations;

  test('a block applies to both sides, for every product, until the blocker lifts it', async () => {
    expect(await farmers().block({ conversationId })).toMatchObject({
      isBlocked: true,
      isBlockedByMe: true,
    });
    expect((await buyers().list({})).conversations).toMatchObject([
      { isBlocked: true, isBlockedByMe: false },
    ]);
    const beans = await makeProduct(talk.farm, { name: 'Beans' });
    for (const write of [
      () => buyers().send({ conversationId, text: 'Hello?' }),
      () => farmers().send({ conversationId, text: 'Hello?' }),
      () => buyers().start({ productId: beans.id, text: 'And these?' }),
    ])
      expect(await outcomeOf(write())).toBe('CONVERSATION_BLOCKED');
    expect([await countRows('conversations'), await countRows('messages')]).toEqual([1, 1]);
    expect(await buyers().unblock({ conversationId })).toMatchObject({ isBlocked: true });
    expect(await farmers().unblock({ conversationId })).toMatchObject({ isBlocked: false });
    expect(await outcomeOf(buyers().send({ conversationId, text: 'Hello?' }))).toBe('accepted');
  });

  test('the operator reads a report with five messages around it, and closes it', async () => {
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      await farmers().send({ conversationId, text });
    await buyers().report({ conversationId, reason: 'Asks me to pay outside' });
    for (const text of ['six', 'seven', 'eight']) await farmers().send({ conversationId, text });
    expect(await outcomeOf(buyers().report({ conversationId, reason: 'Again' }))).toBe(
      'ALREADY_REPORTED',
    );
    expect(await outcomeOf(farmers().report({ conversationId, reason: 'Rude' }))).toBe('accepted');

    const { cases } = await deskOf();
    const reports = async () => (await cases.list()).cases.filter(({ kind }) => kind === 'report');
    const [first] = await reports();
    expect(first?.said).toBe('Asks me to pay outside');
    const reportId = first?.id ?? 0;
    const { report } = await cases.report({ id: reportId });
    expect(report.reporter).toBe(talk.buyer.email);
    const texts = report.messages.map(({ text }) => text);
    expect(texts).toEqual(['three', 'four', 'five', 'six', 'seven']);
    await operate('endReport', { reportId, reason: 'Warned' });
    expect(await reports()).toMatchObject([{ said: 'Rude' }]);
    expect(await outcomeOf(buyers().report({ conversationId, reason: 'It goes on' }))).toBe(
      'accepted',
    );
  });

  test(`one person reports at most ${REPORTS_PER_DAY} times a day`, async () => {
    const outcomes = [];
    for (let made = 0; made < REPORTS_PER_DAY + 1; made += 1) {
      outcomes.push(await outcomeOf(buyers().report({ conversationId, reason: 'Rude' })));
      await db.execute(sql`update conversation_reports set closed_at = now()`);
    }
    expect(outcomes.slice(-2)).toEqual(['accepted', 'TOO_MANY_ATTEMPTS']);
  });

  test('the reader is warned of a text that asks to pay outside; its sender is not', async () => {
    await farmers().send({ conversationId, text: 'Nitumie pesa kwa 0722 000 111' });
    expect((await buyers().get({ conversationId })).messages[0]?.warning).toBe('paysOutside');
    expect((await farmers().get({ conversationId })).messages[0]?.warning).toBeNull();
  });
});

describe('the texts of conversations', () => {
  let buyer: SignedBuyer;
  let farmer: SignedFarmer;
  let conversationId: number;
  let productId: number;
  beforeEach(async () => {
    buyer = await makeBuyer();
    farmer = await makeFarmer();
    productId = (await makeProduct(farmer)).id;
    const asking = caller(buyer).conversations;
    conversationId = (await asking.start({ productId, text: 'BUYER asks' })).id;
    await caller(farmer).conversations.send({ conversationId, text: 'FARMER answers' });
    await asking.report({ conversationId, reason: 'BUYER reports' });
    await asking.block({ conversationId });
  });
  const written = async () =>
    [...(await dumpDatabase()).matchAll(/(BUYER|FARMER) [a-z]+/g)].map(([text]) => text).sort();

  test("are part of their sender's export, with the reasons of reports, and of nobody else's", async () => {
    const own = await caller(buyer).auth.exportData();
    expect(own).toMatchObject({
      messages: [{ conversationId, text: 'BUYER asks', productName: 'Sukuma wiki' }],
      conversationReports: [{ reason: 'BUYER reports' }],
      blocks: [{ blockedId: farmer.id }],
    });
    const others = await caller(farmer).auth.exportData();
    expect(others).toMatchObject({
      messages: [{ text: 'FARMER answers' }],
      conversationReports: [],
      blocks: [],
    });
  });

  test("are deleted with their sender's account; the other side keeps the rest, and cannot write any more", async () => {
    const { offers } = caller(farmer);
    await caller(buyer).conversations.unblock({ conversationId });
    const terms = { conversationId, quantity: 5, price: 40 };
    const { id: offerId } = await caller(buyer).offers.make(terms);
    await offers.accept({ offerId });
    expect(await booksOf(productId)).toMatchObject({ held: 5, isBalanced: true });
    await caller(buyer).auth.deleteAccount({ password: PASSWORD });
    expect(await booksOf(productId)).toMatchObject({ held: 0, isBalanced: true });
    const { notifications } = await caller(farmer).notifications.list({});
    expect(notifications[0]?.text).toMatch(
      /^The offer for .+ has ended: the other account is closed$/,
    );
    expect(await written()).toEqual(['FARMER answers']);
    const farmers = caller(farmer).conversations;
    expect(await farmers.get({ conversationId })).toMatchObject({
      conversation: { buyerName: '', isOver: true, isBlocked: false },
      messages: [
        { kind: 'event' },
        { kind: 'offer', offer: { status: 'released' } },
        { text: 'FARMER answers' },
        { text: '' },
      ],
    });
    expect(await outcomeOf(farmers.send({ conversationId, text: 'Hello?' }))).toBe(
      'CONVERSATION_OVER',
    );
    expect(await outcomeOf(farmers.read({ conversationId }))).toBe('accepted');
    await caller(farmer).auth.deleteAccount({ password: PASSWORD });
    expect([await written(), await countRows('conversations')]).toEqual([[], 0]);
  });
});

describe('conversation notices', () => {
  let talk: Talk;
  let conversationId: number;
  beforeEach(async () => {
    talk = await makeTalk({ quantity: 100, price: 50 });
    conversationId = talk.conversationId;
  });
  const inboxOf = async (person: Talk['asBuyer']) =>
    (await person.notifications.list({})).notifications;
  const textsOf = async (person: Talk['asBuyer']) =>
    (await inboxOf(person)).map(({ text }) => text);
  const unreadOf = async (person: Talk['asBuyer']) => (await person.notifications.list({})).unread;

  test('a message notifies the recipient until the conversation is read', async () => {
    const { asBuyer, asFarmer } = talk;
    const told = { text: 'New message about Sukuma wiki', href: `/messages/${conversationId}` };
    expect(await inboxOf(asFarmer)).toMatchObject([{ ...told, kind: 'message', isRead: false }]);
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
    advance(2 * HOUR);
    await runOfferClock(db, services);
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
