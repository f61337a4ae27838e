ALTER TABLE "products" ADD COLUMN "confirmed_on" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "fresh_until" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "products_fresh_until" ON "products" USING btree ("fresh_until","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;