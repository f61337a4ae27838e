ALTER TABLE "photos" DROP CONSTRAINT "photos_farmer_id_farms_user_id_fk";
--> statement-breakpoint
DROP INDEX "photos_unused";--> statement-breakpoint
DROP INDEX "photos_unattached";--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "lot_id" integer;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "photos_lot" ON "photos" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "photos_unused" ON "photos" USING btree ("farmer_id") WHERE product_id is null and lot_id is null and not is_profile;--> statement-breakpoint
CREATE INDEX "photos_unattached" ON "photos" USING btree ("created_at") WHERE product_id is null and lot_id is null and not is_profile;