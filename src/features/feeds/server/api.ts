import { type Context, Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import { answerFromMemory, cacheKeyOf } from '#server/http/operation-paths.ts';
import { answerError, numberOf, type RequestEnv } from '#server/http/rest.ts';
import { type FeedName, feedInput, feedNames, MARKET_FEED_SECONDS } from '../rules.ts';
import { sendMarketFeed } from './market-feeds.ts';
import { feedFormats, type Wanted, writeFeed } from './write-feed.ts';

type FeedContext = Context<RequestEnv>;

const isFeedName = (name: string): name is FeedName => feedNames.some((known) => known === name);

/**
 * Public: GET /api/feeds/google.xml?farmId&language, and the other feedNames. A farm's feed is
 * current; the market's is at most MARKET_FEED_SECONDS old.
 */
export const feedPaths = new Hono<RequestEnv>().get('/:name', async (c) => {
  try {
    const name = c.req.param('name');
    if (!isFeedName(name)) throw new AppError('NOT_FOUND');
    const { farmId, language } = c.req.query();
    const question = feedInput.parse({
      name,
      ...(farmId !== undefined && { farmId: numberOf(farmId) }),
      ...(language !== undefined && { language }),
    });
    const wanted = { name, farmId: question.farmId, language: question.language ?? 'en' } as const;
    return await (question.farmId === undefined
      ? sendWholeFeed(c, wanted)
      : sendFarmFeed(c, wanted));
  } catch (error) {
    return answerError(c, error);
  }
});

function sendFarmFeed(c: FeedContext, wanted: Wanted): Promise<Response> {
  const { services, clientAddress } = c.get('context');
  return answerFromMemory(c, {
    stored: services.storedAnswers,
    findView: () => 'offers',
    key: cacheKeyOf(c),
    clientAddress,
    async ask() {
      const pieces: string[] = [];
      await services.calls.run({ clientAddress }, async () => {
        for await (const piece of writeFeed(wanted, services)) pieces.push(piece);
      });
      const { contentType } = feedFormats[wanted.name];
      return c.body(pieces.join(''), 200, { 'Content-Type': contentType });
    },
  });
}

async function sendWholeFeed(c: FeedContext, wanted: Wanted): Promise<Response> {
  const { services } = c.get('context');
  const { name, language } = wanted;
  const feed = await services.marketFeeds.find(`feed-${language}-${name}`, () =>
    writeFeed(wanted, services),
  );
  c.set('cacheControl', `public, max-age=${MARKET_FEED_SECONDS}`);
  return sendMarketFeed(c, feed, feedFormats[name].contentType);
}
