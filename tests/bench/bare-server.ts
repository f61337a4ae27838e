import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';
import { poolSizes } from '../../src/server/db/connect-postgres.ts';
import { isPhotographedOnFarm } from '../../src/server/modules/products/stock/is-photographed-on-farm.ts';
import { isVerifiedFarm, verifiedAccuracyMetres } from '../../src/shared/farm.ts';
import { PAGE_SIZE } from '../../src/shared/limits.ts';
import { type PhotoRead, photoRead } from '../../src/shared/products/photo.ts';
import type { RecordedRequest, Statement } from './catalogue-mix.ts';

/*
 * What the application is measured against: nothing but Hono and postgres.js, sending the same SQL in the same way over as
 * many connections and giving the same answer, put together by hand. Arguments: database URL, port, file of recorded requests.
 */
const [url = '', port = '', file = ''] = process.argv.slice(2);
const recorded = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as RecordedRequest[]).map(({ path, statements }) => [path, statements]),
);
const connection = { jit: false, plan_cache_mode: 'force_custom_plan' } as const;
const asText = { to: 1082, from: [1082], serialize: String, parse: String };
const sql = postgres(url, { max: poolSizes.queries, onnotice: () => {}, connection, types: { day: asText } });

/** The columns of the recorded statements, in their order; only the nearest have a chord. */
type Offer = [
  id: number,
  name: string,
  category: string,
  description: string,
  quantity: string,
  unit: string,
  priceCents: number,
  pricePerKgCents: number | null,
  netWeightKg: string | null,
  isOrganic: boolean,
  harvestDate: string | null,
  expiryDate: string | null,
  capturedMetresFromFarm: number | null,
  capturedAccuracyMetres: number | null,
  createdAt: Date,
  listingRound: number,
  farmId: number,
  farmName: string,
  county: string,
  coverageRadiusMetres: number,
  gpsAccuracyMetres: number | null,
  isGpsDoubtful: boolean,
  visitedAt: Date | null,
  distanceMetres: number | null,
  chord?: number,
];
type Photo = [productId: number, id: number, contentHash: string, colour: string, widthPixels: number, heightPixels: number];

const app = new Hono().get('/trpc/*', async (c) => {
  const { pathname, search } = new URL(c.req.url);
  let offers: Offer[] = [];
  const photos = new Map<number, PhotoRead[]>();
  for (const statement of recorded.get(pathname + search) ?? []) {
    if (!statement.query.includes('from "photos"')) offers = await send<Offer>(statement);
    else for (const photo of await send<Photo>(statement)) photos.set(photo[0], [photoOf(photo)]);
  }
  const products = offers.slice(0, PAGE_SIZE).map((row) => offerOf(row, photos.get(row[0]) ?? []));
  return c.json({ result: { data: { products, nextCursor: cursorOf(offers) } } });
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });

/** The cast says what the statement selects; nothing here looks, which is what makes it bare. */
async function send<Row>({ query, params }: Statement): Promise<Row[]> {
  const rows: unknown = await sql.unsafe(query, params as never[], { prepare: true }).values();
  return rows as Row[];
}

const photoOf = ([, id, contentHash, colour, widthPixels, heightPixels]: Photo) =>
  photoRead({ id, contentHash, colour, widthPixels, heightPixels });

function offerOf(row: Offer, photos: PhotoRead[]) {
  const [id, name, category, description, quantity, unit, priceCents, pricePerKgCents, netWeightKg, isOrganic, ...rest] = row;
  const [harvestDate, expiryDate, capturedMetresFromFarm, capturedAccuracyMetres, createdAt, _listingRound, ...farm] = rest;
  const [farmId, farmName, county, coverageRadiusMetres, gpsAccuracyMetres, isGpsDoubtful, visitedAt, distanceMetres] = farm;
  const evidence = { gpsAccuracyMetres, isGpsDoubtful, visitedAt };
  return {
    id,
    name,
    category,
    description,
    quantity: Number(quantity),
    unit,
    price: priceCents / 100,
    pricePerKg: pricePerKgCents === null ? null : pricePerKgCents / 100,
    netWeightKg: netWeightKg === null ? null : Number(netWeightKg),
    isOrganic,
    harvestDate,
    expiryDate,
    createdAt,
    farmId,
    farmName,
    county,
    isPhotographedOnFarm: isPhotographedOnFarm({ capturedMetresFromFarm, capturedAccuracyMetres }),
    isFarmVerified: isVerifiedFarm(evidence),
    farmAccuracyMetres: verifiedAccuracyMetres(evidence),
    farmVisitedAt: visitedAt,
    distanceKm: distanceMetres === null ? null : Math.round(distanceMetres / 1000),
    deliversToMe: distanceMetres === null ? null : distanceMetres <= coverageRadiusMetres,
    photos,
  };
}

function cursorOf(offers: Offer[]): string | null {
  const last = offers[PAGE_SIZE - 1];
  if (!last || offers.length <= PAGE_SIZE) return null;
  const [id, listingRound, chord] = [last[0], last[15], last[24]];
  const place = chord === undefined ? ['newest', listingRound, id] : ['nearest', chord, id];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}
