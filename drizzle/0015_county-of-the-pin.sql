ALTER TABLE "farms" ADD COLUMN "pin_county" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "farms" ADD COLUMN "is_gps_doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "farms" ADD COLUMN "visited_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "farms_pin_county" ON "farms" USING btree ("pin_county");--> statement-breakpoint
CREATE INDEX "farms_gps" ON "farms" USING btree ("gps_latitude","gps_longitude");