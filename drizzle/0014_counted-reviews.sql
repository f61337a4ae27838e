ALTER TABLE "reviews" ADD COLUMN "is_counted" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Of what one buyer said of one farm before, a rating that followed another within 30 days no longer counts.
UPDATE "reviews" SET "is_counted" = false
FROM "orders" AS "own"
WHERE "own"."id" = "reviews"."order_id" AND EXISTS (
  SELECT FROM "reviews" AS "earlier" JOIN "orders" AS "before" ON "before"."id" = "earlier"."order_id"
  WHERE "before"."buyer_id" = "own"."buyer_id" AND "earlier"."farmer_id" = "reviews"."farmer_id"
    AND ("earlier"."created_at", "earlier"."order_id") < ("reviews"."created_at", "reviews"."order_id")
    AND "earlier"."created_at" > "reviews"."created_at" - interval '30 days'
);
