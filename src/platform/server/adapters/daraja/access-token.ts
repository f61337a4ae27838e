import * as z from 'zod/mini';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import { exchangeJson } from '../exchange-json.ts';

const tokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.coerce.number().check(z.gt(0)),
});

const MARGIN_SECONDS = 60;

type TokenOptions = {
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  clock: Clock;
  timeoutMilliseconds: number;
};

export function createAccessToken({
  baseUrl,
  consumerKey,
  consumerSecret,
  clock,
  timeoutMilliseconds,
}: TokenOptions) {
  let kept: { token: string; until: Date } | null = null;
  let underWay: Promise<string | null> | null = null;

  const requestToken = () =>
    exchangeJson({
      url: new URL(`${baseUrl}/oauth/v1/generate?grant_type=client_credentials`),
      headers: {
        authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`,
      },
      timeoutMilliseconds,
    });

  async function fetchToken(): Promise<string | null> {
    const startedAt = performance.now();
    let answer = await requestToken();
    // Unlike a push, a token can be requested twice.
    const wasAtOnce = performance.now() - startedAt < timeoutMilliseconds / 2;
    if (answer.got === 'nothing' && answer.wasSent && wasAtOnce) answer = await requestToken();
    const read =
      answer.got === 'json' && answer.status === 200 ? tokenAnswer.safeParse(answer.body) : null;
    if (!read?.success) return null;
    kept = {
      token: read.data.access_token,
      until: secondsAfter(clock(), read.data.expires_in - MARGIN_SECONDS),
    };
    return kept.token;
  }

  return {
    async get(): Promise<string | null> {
      if (kept && clock() < kept.until) return kept.token;
      underWay ??= fetchToken().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    forget(token: string) {
      if (kept?.token === token) kept = null;
    },
  };
}
