ALTER TABLE "products" drop column "search_text";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || description)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_offered_category_price" ON "products" USING btree ("buyer_category","price_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "products_offered_category_price_per_kg" ON "products" USING btree ("buyer_category","price_per_kg_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
-- It went away with its column.
CREATE INDEX "products_search" ON "products" USING gin (search_text gin_trgm_ops) WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;
