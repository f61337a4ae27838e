CREATE TYPE "public"."product_category" AS ENUM('Cereals', 'Legumes', 'Vegetables', 'Fruits', 'Root Crops', 'Dairy', 'Other');--> statement-breakpoint
CREATE TYPE "public"."product_unit" AS ENUM('kg', 'bags', 'pieces', 'crates');--> statement-breakpoint
CREATE TYPE "public"."stock_reason" AS ENUM('listed', 'counted', 'reserved', 'returned', 'sold');--> statement-breakpoint
CREATE TABLE "photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farmer_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"width_pixels" integer NOT NULL,
	"height_pixels" integer NOT NULL,
	"colour" text NOT NULL,
	"product_id" integer,
	"place" smallint DEFAULT 0 NOT NULL,
	"is_profile" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farmer_id" integer NOT NULL,
	"name" text NOT NULL,
	"category" "product_category" NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"unit" "product_unit" NOT NULL,
	"price_cents" integer NOT NULL,
	"net_weight_kg" numeric(9, 3),
	"price_per_kg_cents" integer,
	"is_organic" boolean DEFAULT false NOT NULL,
	"harvest_date" date,
	"expiry_date" date,
	"status" text DEFAULT 'available' NOT NULL,
	"captured_metres_from_farm" double precision,
	"captured_accuracy_metres" double precision,
	"hidden_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"buyer_category" text GENERATED ALWAYS AS (case category when 'Vegetables' then 'vegetables' when 'Root Crops' then 'vegetables' when 'Fruits' then 'fruits' when 'Cereals' then 'grains' when 'Legumes' then 'grains' when 'Dairy' then 'dairy' when 'Other' then 'other' end) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || ' ' || description)) STORED NOT NULL,
	CONSTRAINT "products_quantity_not_negative" CHECK (quantity >= 0),
	CONSTRAINT "products_price_positive" CHECK (price_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"change" numeric(12, 2) NOT NULL,
	"reason" "stock_reason" NOT NULL,
	"moved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "farms" ADD COLUMN "sphere" "cube" GENERATED ALWAYS AS (cube(array[cos(radians(round(latitude::numeric, 2)::float8)) * cos(radians(round(longitude::numeric, 2)::float8)), cos(radians(round(latitude::numeric, 2)::float8)) * sin(radians(round(longitude::numeric, 2)::float8)), sin(radians(round(latitude::numeric, 2)::float8))])) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_farmer_id_farms_user_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."farms"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_farmer_id_farms_user_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."farms"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_product_id_place_index" ON "photos" USING btree ("product_id","place");--> statement-breakpoint
CREATE INDEX "photos_farmer_id_index" ON "photos" USING btree ("farmer_id");--> statement-breakpoint
CREATE INDEX "photos_content_hash_index" ON "photos" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "photos_unattached" ON "photos" USING btree ("created_at") WHERE product_id is null and not is_profile;--> statement-breakpoint
CREATE INDEX "products_farmer" ON "products" USING btree ("farmer_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_offered_newest" ON "products" USING btree ("id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "products_offered_category" ON "products" USING btree ("buyer_category","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "products_offered_price" ON "products" USING btree ("price_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "products_offered_price_per_kg" ON "products" USING btree ("price_per_kg_cents","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "products_offered_farmer" ON "products" USING btree ("farmer_id","id") WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (search_text gin_trgm_ops) WHERE deleted_at is null and hidden_at is null and status = 'available' and quantity > 0;--> statement-breakpoint
CREATE INDEX "stock_movements_product_id_id_index" ON "stock_movements" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "farms_sphere" ON "farms" USING gist ("sphere");--> statement-breakpoint
CREATE INDEX "farms_county" ON "farms" USING btree ("county");