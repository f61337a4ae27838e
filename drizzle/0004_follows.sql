CREATE TABLE "follows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "follows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"farm_id" integer,
	"product_id" integer,
	"latitude" double precision,
	"longitude" double precision,
	"place_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"told_on" date,
	"seen_product_id" integer,
	"is_awaited" boolean DEFAULT false NOT NULL,
	CONSTRAINT "follows_one_of" CHECK (num_nonnulls(farm_id, product_id, latitude) = 1 and num_nulls(latitude, longitude, place_name) in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_farm_id_farms_user_id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "follows_farm" ON "follows" USING btree ("user_id","farm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "follows_product" ON "follows" USING btree ("user_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "follows_place" ON "follows" USING btree ("user_id","latitude","longitude");--> statement-breakpoint
CREATE INDEX "follows_farm_id_index" ON "follows" USING btree ("farm_id");--> statement-breakpoint
CREATE INDEX "follows_product_id_index" ON "follows" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "follows_places_created" ON "follows" USING btree ("created_at") WHERE latitude is not null;