import { makeTalk, type Talk } from '#tests/factories/conversations.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';

export let talk: Talk;
export let conversationId: number;

export function givenTalk(goods: Parameters<typeof makeTalk>[1] = {}) {
  givenMarket();
  beforeEach(async () => {
    talk = await makeTalk(market, goods);
    ({ conversationId } = talk);
  });
}
