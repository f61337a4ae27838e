import {
  booksOf,
  countRows,
  countWaiting,
  db,
  isOnPostgres,
  listPhotoFiles,
  makeProduct,
  outcomeOf,
  sendVoice,
  sql,
} from '#tests/setup/in-market.ts';
import { conversationId, givenTalk, talk } from './given-talk.ts';

/** Of a deadlock PostgreSQL may end the deletion, which the use case would retry. */
const deletionEnded = { count: 3, condition: /^Failed query: delete from users/ };

describe.runIf(isOnPostgres)(
  'while the other side deletes the account',
  { retry: deletionEnded },
  () => {
    givenTalk();

    async function meanwhileGone(userId: number, run: () => Promise<unknown>): Promise<string> {
      let outcome = Promise.resolve('not called');
      await db.transaction(async (tx) => {
        await tx.execute(sql`select from users where id = ${userId} for update`);
        outcome = outcomeOf(run());
        await expect.poll(() => countWaiting()).toBeGreaterThan(0);
        await tx.execute(sql`delete from users where id = ${userId}`);
      });
      return outcome;
    }

    test('a buyer who starts a conversation is told that there is no such product', async () => {
      const beans = await makeProduct(talk.farm, { name: 'Beans' });
      const start = () => talk.asBuyer.conversations.start({ productId: beans.id, text: 'Good?' });
      expect(await meanwhileGone(talk.farm.id, start)).toBe('PRODUCT_NOT_FOUND');
    });

    test.each([undefined, 'voice-1'])(
      'so is a buyer who starts with a voice note, and nothing of it is kept (key: %s)',
      async (key) => {
        const beans = await makeProduct(talk.farm, { name: 'Beans' });
        const speak = () =>
          sendVoice({ sender: talk.buyer, productId: beans.id, ...(key && { key }) });
        expect(
          await meanwhileGone(talk.farm.id, async () => expect((await speak()).status).toBe(404)),
        ).toBe('accepted');
        const kept = [await countRows('conversations'), await countRows('message_media')];
        expect([...kept, (await listPhotoFiles()).length]).toEqual([1, 0, 0]);
      },
    );

    test.each<[string, () => Promise<unknown>]>([
      ['offers', () => talk.asFarmer.offers.make({ conversationId, quantity: 1, price: 40 })],
      ['blocks', () => talk.asFarmer.conversations.block({ conversationId })],
    ])('a farmer who %s is told that the other has left', async (_, run) => {
      expect(await meanwhileGone(talk.buyer.id, run)).toBe('CONVERSATION_OVER');
    });

    test.each(['accept', 'decline', 'counter'] as const)(
      'a farmer who tries to %s keeps the session, and nothing is held',
      async (step) => {
        const terms = { conversationId, quantity: 12, price: 40 };
        const { id: offerId } = await talk.asBuyer.offers.make(terms);
        const answer = () => talk.asFarmer.offers[step]({ offerId, quantity: 5, price: 45 });
        const outcome = await meanwhileGone(talk.buyer.id, answer);
        expect(outcome).toMatch(/^(accepted|OFFER_GONE|CONVERSATION_OVER)$/);
        expect(outcome === 'accepted').toBe(step === 'decline');
        expect(await booksOf(talk.kale.id)).toMatchObject({ held: 0, isBalanced: true });
      },
    );
  },
);
