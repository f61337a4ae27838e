ALTER TABLE "photos" ADD COLUMN "stored_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "photos_unused" ON "photos" USING btree ("farmer_id") WHERE product_id is null and not is_profile;