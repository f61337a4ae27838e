/*
 * The baseline of the catalogue: Hono and postgres.js with the shortest SQL that finds the same 24
 * cards, one text for each kind of query. It has no farm names, limits, sessions or deadlines, and
 * checks no input. Arguments: database URL, and the search patterns of each word as JSON, which the
 * application computes itself.
 */

import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';
import { isVerifiedFarm } from '#farms/rules/farm.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import type { Unit } from '#products/rules/product.ts';
import { CARD_DESCRIPTION_MAX, type Category, PAGE_SIZE } from '#products/rules/product-facts.ts';
import { isPhotographedOnFarm } from '#products/server/list-own-products.ts';
import { dayInNairobi } from '#rules/day.ts';
import { EARTH_RADIUS_METRES } from '#rules/geo.ts';
import type { BareQuestion } from '#tests/bench/catalogue-mix.ts';
import { findBareProduct } from './bare-product.ts';

const [url = '', known = '{}'] = process.argv.slice(2);
const questions = JSON.parse(known) as Record<string, BareQuestion>;
const CONNECTIONS = 6;
const asText = { to: 1082, from: [1082], serialize: String, parse: String };
const number = { to: 1700, from: [1700], serialize: String, parse: Number };
const sql = postgres(url, {
  max: CONNECTIONS,
  onnotice: () => {},
  connection: { jit: false, random_page_cost: 1.1 },
  types: { day: asText, number },
});

type Row = {
  id: number;
  name: string;
  category: Category;
  crop: string | null;
  description: string;
  quantity: number;
  unit: Unit;
  cents: number;
  kg: number | null;
  organic: boolean;
  harvest: string | null;
  metres: number | null;
  accuracy: number | null;
  created: Date;
  round: number;
  farm: number;
  farmname: string;
  county: string;
  gps: number | null;
  doubtful: boolean;
  visited: Date | null;
  hash: string | null;
  colour: string | null;
  width: number | null;
  height: number | null;
  radius: number;
  fee: number;
  minimum: number;
  chord: number | null;
};

const OFFERED = `p.deleted_at is null and p.hidden_at is null and p.status = 'available' and p.is_in_stock
  and (p.expiry_date is null or p.expiry_date >= $1)`;
const COLUMNS = `p.id, p.name, p.category, p.crop, left(p.description, ${2 * CARD_DESCRIPTION_MAX}) as description, p.quantity, p.unit, p.price_cents as cents, p.net_weight_kg as kg,
  p.is_organic as organic, p.harvest_date as harvest, p.captured_metres_from_farm as metres, p.captured_accuracy_metres as accuracy,
  p.created_at as created, p.listing_round as round, f.user_id as farm, f.name as farmname, f.pin_county as county,
  f.gps_accuracy_metres as gps, f.is_gps_doubtful as doubtful, f.visited_at as visited, f.coverage_radius_metres as radius,
  f.delivery_fee_cents as fee, f.minimum_order_cents as minimum,
  h.content_hash as hash, h.colour, h.width_pixels as width, h.height_pixels as height`;
const PHOTO = `left join lateral (select content_hash, colour, width_pixels, height_pixels from photos
  where product_id = p.id order by place limit 1) h on true`;
const DIAMETER_METRES = 2 * EARTH_RADIUS_METRES;

const newest = (
  where: string,
) => `select ${COLUMNS}, null as chord from products p join farms f on f.user_id = p.farmer_id ${PHOTO}
  where ${OFFERED} ${where} order by p.listing_round desc, p.id desc limit ${PAGE_SIZE + 1}`;
const nearest = `select ${COLUMNS}, f.chord from (select *, sphere <-> $2::cube as chord from farms order by sphere <-> $2::cube limit 200) f
  join products p on p.farmer_id = f.user_id ${PHOTO}
  where ${OFFERED} and ${DIAMETER_METRES} * asin(f.chord / 2) <= f.coverage_radius_metres order by f.chord, p.id limit ${PAGE_SIZE + 1}`;

function find({ patterns, category, place }: BareQuestion): Promise<Row[]> {
  const values = [
    dayInNairobi(new Date()),
    ...[place, category, patterns].filter((value) => value !== null),
  ];
  const like = patterns === null ? '' : `and p.folded_text like any($${values.length}::text[])`;
  const text =
    place === null
      ? newest(`${category === null ? '' : 'and p.buyer_category = $2'} ${like}`)
      : nearest;
  // The cast states what the statement selects. Nothing is checked here, which is the point of a
  // baseline.
  return sql.unsafe(text, values as never[], { prepare: true }) as unknown as Promise<Row[]>;
}

const app = new Hono().get('/trpc/*', async (c) => {
  if (c.req.path === '/trpc/market.product') {
    const { productId } = JSON.parse(c.req.query('input') ?? '{}') as { productId: number };
    const product = await findBareProduct(sql, productId);
    return product ? c.json({ result: { data: product } }) : c.notFound();
  }
  const question = questions[c.req.query('input') ?? ''];
  if (!question) return c.notFound();
  const rows = await find(question);
  const products = rows.slice(0, PAGE_SIZE).map(cardOf);
  return c.json({ result: { data: { products, nextCursor: cursorOf(rows) } } });
});
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });

function cardOf(row: Row) {
  const metres = row.chord === null ? null : DIAMETER_METRES * Math.asin(row.chord / 2);
  const line = row.description.replace(/\s+/g, ' ').trim();
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    crop: row.hash === null ? row.crop : null,
    swahiliName: swahiliNameOf(row),
    description:
      line.length <= CARD_DESCRIPTION_MAX
        ? line
        : `${line.slice(0, CARD_DESCRIPTION_MAX).replace(/[.,;:]?\s+\S*$/, '')}…`,
    quantity: row.quantity,
    unit: row.unit,
    price: row.cents / 100,
    netWeightKg: row.kg,
    isOrganic: row.organic,
    harvestDate: row.harvest,
    depositPercent: null,
    listedOn: dayInNairobi(row.created),
    confirmedOn: null,
    farmId: row.farm,
    farmName: row.farmname,
    county: row.county,
    isPhotographedOnFarm: isPhotographedOnFarm({
      capturedMetresFromFarm: row.metres,
      capturedAccuracyMetres: row.accuracy,
    }),
    isFarmVerified: isVerifiedFarm({ gpsAccuracyMetres: row.gps, isGpsDoubtful: row.doubtful }),
    isFarmVisited: row.visited !== null,
    distanceKm: metres === null ? null : Math.round(metres / 1000),
    deliversToMe: metres === null ? null : metres <= row.radius,
    deliveryFee: metres === null ? null : row.fee / 100,
    minimumOrder: metres === null ? null : row.minimum / 100,
    photo: row.hash && {
      contentHash: row.hash,
      colour: row.colour,
      widthPixels: row.width,
      heightPixels: row.height,
    },
  };
}

function cursorOf(rows: Row[]): string | null {
  const last = rows[PAGE_SIZE - 1];
  if (!last || rows.length <= PAGE_SIZE) return null;
  const place =
    last.chord === null ? ['newest', last.round, last.id] : ['nearest', last.chord, last.id];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}
