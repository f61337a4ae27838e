import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext } from 'hono';
import type { Caller } from '#platform/contract/router.ts';
import type { Language } from '#platform/rules/language.ts';
import type { ClientAddressFinder } from '#platform/server/http/client-address.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Context } from '#platform/server/trpc/context.ts';

export type RequestEnv = {
  Variables: {
    context: Context;
    caller: Caller;
    language: Language;
    log: () => Logger;
    requestId: string;
    cacheControl?: string;
  };
};

/** Over REST it is a header, so that bodies match the specification. */
export const DEVICE_TOKEN_HEADER = 'X-Device-Token';

export const clientAddress = (c: HonoContext, find: ClientAddressFinder) =>
  find(peerAddress(c), c.req.header('x-forwarded-for'));

function peerAddress(c: HonoContext): string | undefined {
  return c.env && 'incoming' in c.env ? getConnInfo(c).remote.address : undefined;
}
