import type postgres from 'postgres';
import { isVerifiedFarm, verifiedAccuracyMetres } from '#farms/rules/farm.ts';
import { photoRead, type StoredPhoto } from '#photos/rules/photo.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { isPhotographedOnFarm } from '#products/server/list-own-products.ts';

const PRODUCT = `select p.id, p.name, p.category, p.crop, p.description, p.quantity, p.unit, p.price_cents,
  p.price_per_kg_cents, p.net_weight_kg, p.is_organic, p.harvest_date, p.expiry_date, p.deposit_percent, p.confirmed_on, p.created_at,
  p.captured_metres_from_farm, p.captured_accuracy_metres, f.user_id, f.name as farm_name, f.pin_county,
  f.gps_accuracy_metres, f.is_gps_doubtful, f.visited_at, f.delivery_fee_cents, f.minimum_order_cents, f.farm_type, f.farm_size, u.first_name,
  (select json_agg(json_build_object('id', h.id, 'contentHash', h.content_hash, 'colour', h.colour,
    'widthPixels', h.width_pixels, 'heightPixels', h.height_pixels) order by h.place)
    from photos h where h.product_id = p.id) as photos
  from products p join farms f on f.user_id = p.farmer_id join users u on u.id = f.user_id
  where p.id = $1 and p.deleted_at is null and p.hidden_at is null`;

export async function findBareProduct(sql: postgres.Sql, productId: number) {
  const [row] = await sql.unsafe(PRODUCT, [productId], { prepare: true });
  if (!row) return null;
  const farm = { gpsAccuracyMetres: row.gps_accuracy_metres, isGpsDoubtful: row.is_gps_doubtful };
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    crop: row.crop,
    swahiliName: swahiliNameOf({ name: row.name, crop: row.crop }),
    description: row.description,
    quantity: row.quantity,
    unit: row.unit,
    price: row.price_cents / 100,
    pricePerKg: row.price_per_kg_cents === null ? null : row.price_per_kg_cents / 100,
    netWeightKg: row.net_weight_kg,
    isOrganic: row.is_organic,
    harvestDate: row.harvest_date,
    expiryDate: row.expiry_date,
    depositPercent: row.deposit_percent,
    confirmedOn: row.confirmed_on,
    createdAt: row.created_at,
    farmId: row.user_id,
    farmName: row.farm_name,
    county: row.pin_county,
    isPhotographedOnFarm: isPhotographedOnFarm({
      capturedMetresFromFarm: row.captured_metres_from_farm,
      capturedAccuracyMetres: row.captured_accuracy_metres,
    }),
    isFarmVerified: isVerifiedFarm(farm),
    farmAccuracyMetres: verifiedAccuracyMetres(farm),
    farmVisitedAt: row.visited_at,
    distanceKm: null,
    deliversToMe: null,
    deliveryFee: row.delivery_fee_cents / 100,
    minimumOrder: row.minimum_order_cents / 100,
    photos: (row.photos ?? []).map((photo: StoredPhoto & { id: number }) => photoRead(photo)),
    farmType: row.farm_type,
    farmSize: row.farm_size,
    farmerFirstName: row.first_name,
  };
}
