ALTER TABLE "products" ADD COLUMN "crop" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_crop_decided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "products_offered_crop" ON "products" USING btree ("crop","listing_round","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "products_crop_undecided" ON "products" USING btree ("id") WHERE not is_crop_decided;