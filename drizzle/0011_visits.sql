CREATE TABLE "visit_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visit_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farmer_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "farms" ADD COLUMN "visited_by" text;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "visit_photos" ADD CONSTRAINT "visit_photos_farmer_id_farms_user_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."farms"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_photos_farmer" ON "visit_photos" USING btree ("farmer_id");--> statement-breakpoint
CREATE INDEX "visit_photos_content" ON "visit_photos" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower("first_name" || ' ' || "last_name" || ' ' || coalesce("email"::text, '') || ' ' || "phone_number") gin_trgm_ops);