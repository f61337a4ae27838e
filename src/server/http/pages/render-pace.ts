import { RateLimiterMemory } from 'rate-limiter-flexible';
import { PAGES_RENDERED_PER_CLIENT, PAGES_RENDERED_PER_SECOND } from '#shared/limits.ts';

export type RenderPace = {
  /** Counts a page that is to be rendered. False when enough were rendered in this second: then the browser renders it. */
  mayRender(clientAddress: string): Promise<boolean>;
};

const EVERYBODY = '';

/**
 * Rendering a page takes the process several times as long as answering a procedure, and it answers nothing else meanwhile. So of a burst of
 * addresses that nobody else asks for only a few are rendered. Pages from memory are not counted.
 */
export function createRenderPace(perClient = PAGES_RENDERED_PER_CLIENT, inAll = PAGES_RENDERED_PER_SECOND): RenderPace {
  const clients = new RateLimiterMemory({ points: perClient, duration: 1 });
  const all = new RateLimiterMemory({ points: inAll, duration: 1 });
  const counts = (limiter: RateLimiterMemory, key: string) =>
    limiter.consume(key).then(
      () => true,
      () => false,
    );
  return {
    // One after the other: what a client is refused is not counted for all.
    mayRender: async (clientAddress) => (await counts(clients, clientAddress)) && (await counts(all, EVERYBODY)),
  };
}
