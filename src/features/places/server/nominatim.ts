/*
 * A public Nominatim server allows one request a second from the whole application, may be slow,
 * and may return anything. So equal concurrent queries of this process share one answer, and
 * answers are cached for 30 days. Otherwise the database assigns the query a free second, across
 * all processes; a query that would wait longer than three seconds fails at once. After a wait the
 * cache is read again, because another process may have had the same query. Only strictly parsed
 * answers are cached.
 */

import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { foldedWords } from '#rules/text/fold.ts';
import { exchangeJson } from '#server/adapters/exchange-json.ts';
import { secondsAfter } from '#server/clock.ts';
import { ADDRESS_MAX, PLACE_NAME_MAX, PLACE_SEARCH_RESULTS_MAX } from '../rules/limits.ts';
import type { Place } from '../rules/place.ts';
import { countyAt } from './county-at.ts';
import { type PlacesProvider, subcountyAt } from './find-places.ts';
import { claimSlot, findCachedAnswer, upsertCachedAnswer } from './queries.ts';

/** Without control characters and lone surrogates, some of which the database would refuse. */
const outsideText = (most: number) =>
  z.pipe(
    z.string(),
    z.transform((text) =>
      [...text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim()].slice(0, most).join(''),
    ),
  );

const degrees = z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,20})?$/));

const part = z.catch(z.optional(outsideText(PLACE_NAME_MAX)), undefined);

const nominatimPlace = z.object({
  display_name: outsideText(ADDRESS_MAX),
  lat: degrees,
  lon: degrees,
  type: z.catch(outsideText(PLACE_NAME_MAX), 'place'),
  address: z.object({
    country_code: z.optional(z.string()),
    state: part,
    suburb: part,
    town: part,
    village: part,
    municipality: part,
    city: part,
  }),
  boundingbox: z.tuple([degrees, degrees, degrees, degrees]),
});

const noAddress = z.object({ error: z.string() });

/**
 * Null without an address in Kenya. The county and sub-county are our own, because Nominatim's
 * levels differ from place to place in Kenya.
 */
function readReverseAnswer(json: unknown, position: Position): Place | null {
  if (noAddress.safeParse(json).success) return null;
  return toPlace(nominatimPlace.parse(json), position);
}

function readSearchAnswer(json: unknown): Place[] {
  return z
    .array(nominatimPlace)
    .parse(json)
    .flatMap(
      (found) =>
        toPlace(found, { latitude: Number(found.lat), longitude: Number(found.lon) }) ?? [],
    )
    .slice(0, PLACE_SEARCH_RESULTS_MAX);
}

function toPlace(found: z.infer<typeof nominatimPlace>, at: Position): Place | null {
  const county = countyAt(at);
  const { country_code: countryCode, ...parts } = found.address;
  if (!county || (countryCode !== undefined && countryCode.toLowerCase() !== 'ke')) return null;
  return {
    ...found,
    address: {
      ...parts,
      county,
      state_district: subcountyAt(county, at),
      country: 'Kenya',
      country_code: 'ke',
    },
  };
}

/** The usage policy asks for a second; timers are not exact. */
const INTERVAL_SECONDS = 1.1;
const MAX_WAIT_SECONDS = 3;
const TIMEOUT_MILLISECONDS = 3000;
const ANSWER_MAX_BYTES = 256 * 1024;
const CACHE_SECONDS = 30 * 24 * 60 * 60;
/** About eleven metres, so that neighbours share one answer. */
const KEY_DECIMALS = 4;

type NominatimOptions = {
  url: string;
  /** The application, its version and where it runs, as the usage policy asks. */
  userAgent: string;
  clock: Clock;
  sleep?: (milliseconds: number) => Promise<unknown>;
  timeoutMilliseconds?: number;
};

export function createNominatim(db: Database, options: NominatimOptions): PlacesProvider {
  const underWay = new Map<string, Promise<unknown>>();
  const ask = <T>(question: Question<T>): Promise<T> => {
    const answer =
      underWay.get(question.key) ??
      lookUp(db, question, options).finally(() => underWay.delete(question.key));
    underWay.set(question.key, answer);
    // The key identifies the type of the answer.
    return answer as Promise<T>;
  };
  return {
    reverse: (position) => ask(reverseQuestion(options.url, position)),
    search: async (query) =>
      foldedWords(query).length > 0 ? ask(searchQuestion(options.url, query)) : [],
  };
}

type Question<T> = { key: string; url: URL; read: (json: unknown) => T };

async function lookUp<T>(
  db: Database,
  { key, url, read }: Question<T>,
  options: NominatimOptions,
): Promise<T> {
  const { clock, userAgent, sleep = wait, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options;
  const cached = await findCachedAnswer(db, { key, now: clock() });
  if (cached !== undefined) return fromStore<T>(cached);
  const now = clock();
  const slot = await claimSlot(db, {
    now,
    intervalSeconds: INTERVAL_SECONDS,
    maxWaitSeconds: MAX_WAIT_SECONDS,
  });
  if (!slot) throw new Error('too many questions are waiting for it');
  if (slot > now) {
    await sleep(slot.getTime() - now.getTime());
    const answeredMeanwhile = await findCachedAnswer(db, { key, now: clock() });
    if (answeredMeanwhile !== undefined) return fromStore<T>(answeredMeanwhile);
  }
  const exchange = await exchangeJson({
    url,
    timeoutMilliseconds,
    maxBytes: ANSWER_MAX_BYTES,
    headers: { 'user-agent': userAgent, 'accept-language': 'en' },
  });
  if (exchange.got === 'nothing' || exchange.status !== 200)
    throw new Error(`it gave no usable answer (${exchange.status ?? 'none'})`);
  const answer = read(exchange.body);
  await upsertCachedAnswer(db, {
    key,
    answer: { answer },
    expiresAt: secondsAfter(clock(), CACHE_SECONDS),
  });
  return answer;
}

/**
 * The key names the answer's type. The wrapper distinguishes a cached null from a missing answer.
 */
const fromStore = <T>(stored: unknown) => (stored as { answer: T }).answer;

function reverseQuestion(base: string, position: Position): Question<Place | null> {
  const latitude = position.latitude.toFixed(KEY_DECIMALS);
  const longitude = position.longitude.toFixed(KEY_DECIMALS);
  const rounded = { latitude: Number(latitude), longitude: Number(longitude) };
  return {
    key: `reverse:${latitude},${longitude}`,
    url: callUrl(base, 'reverse', { lat: latitude, lon: longitude }),
    read: (json) => readReverseAnswer(json, rounded),
  };
}

function searchQuestion(base: string, query: string): Question<Place[]> {
  const normalised = query.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return {
    key: `search:${normalised}`,
    url: callUrl(base, 'search', {
      q: normalised,
      limit: String(PLACE_SEARCH_RESULTS_MAX),
      countrycodes: 'ke',
    }),
    read: readSearchAnswer,
  };
}

function callUrl(
  base: string,
  call: 'reverse' | 'search',
  parameters: Record<string, string>,
): URL {
  const url = new URL(call, base.endsWith('/') ? base : `${base}/`);
  url.search = new URLSearchParams({
    ...parameters,
    format: 'json',
    addressdetails: '1',
    'accept-language': 'en',
  }).toString();
  return url;
}
