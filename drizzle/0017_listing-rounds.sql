ALTER TABLE "products" ADD COLUMN "listing_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" USING btree ("farmer_id","created_at");--> statement-breakpoint
CREATE INDEX "products_offered_round" ON "products" USING btree ("listing_round","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "products_offered_category_round" ON "products" USING btree ("buyer_category","listing_round","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;
--> statement-breakpoint
-- What is listed already, as for new products: a page of each week's first three of a farm a round, newest in round 0, the others behind.
UPDATE "products" SET "listing_round" = "placed"."round"
FROM (
  SELECT "id", (0
    - greatest(count(*) FILTER (WHERE "turn" = 0) OVER (ORDER BY "id" DESC) - 1, 0) / 24
    - CASE WHEN "turn" = 0 THEN 0 ELSE "turn" + 1 END)::int AS "round"
  FROM (
    SELECT "id", (row_number() OVER (PARTITION BY "farmer_id", date_trunc('week', "created_at") ORDER BY "id") - 1) / 3 AS "turn"
    FROM "products"
  ) AS "turns"
) AS "placed"
WHERE "placed"."id" = "products"."id" AND "placed"."round" <> 0;
