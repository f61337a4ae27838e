-- An order changes how much there is of a product. As long as that was part of the indexes' conditions, PostgreSQL had to write the row into
-- all ten of them anew; with a column that says whether there is any, it writes none, if the page has room for the new row.
ALTER TABLE "products" SET (fillfactor = 90);--> statement-breakpoint
DROP INDEX "products_offered_round";--> statement-breakpoint
DROP INDEX "products_offered_category_round";--> statement-breakpoint
DROP INDEX "products_offered_newest";--> statement-breakpoint
DROP INDEX "products_offered_category";--> statement-breakpoint
DROP INDEX "products_offered_price";--> statement-breakpoint
DROP INDEX "products_offered_price_per_kg";--> statement-breakpoint
DROP INDEX "products_offered_category_price";--> statement-breakpoint
DROP INDEX "products_offered_category_price_per_kg";--> statement-breakpoint
DROP INDEX "products_offered_farmer";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_in_stock" boolean GENERATED ALWAYS AS (quantity > 0) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_offered_round" ON "products" USING btree ("listing_round","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category_round" ON "products" USING btree ("buyer_category","listing_round","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_newest" ON "products" USING btree ("id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category" ON "products" USING btree ("buyer_category","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_price" ON "products" USING btree ("price_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_price_per_kg" ON "products" USING btree ("price_per_kg_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category_price" ON "products" USING btree ("buyer_category","price_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_category_price_per_kg" ON "products" USING btree ("buyer_category","price_per_kg_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_offered_farmer" ON "products" USING btree ("farmer_id","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (search_text gin_trgm_ops) WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;