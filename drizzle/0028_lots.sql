CREATE TYPE "public"."lot_share_status" AS ENUM('given', 'waiting', 'asked', 'ordered', 'over', 'proposed');--> statement-breakpoint
CREATE TYPE "public"."lot_status" AS ENUM('open', 'closed', 'taken', 'letGo', 'lapsed');--> statement-breakpoint
CREATE TABLE "lot_points" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_points_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lot_id" integer NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"from_hour" smallint NOT NULL,
	"until_hour" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lot_rides" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_rides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lot_id" integer NOT NULL,
	"carrier_id" integer NOT NULL,
	"point_ids" integer[] NOT NULL,
	"price_cents" integer NOT NULL,
	"order_id" integer,
	CONSTRAINT "lot_rides_carrier" UNIQUE("lot_id","carrier_id")
);
--> statement-breakpoint
CREATE TABLE "lot_shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lot_id" integer NOT NULL,
	"farmer_id" integer NOT NULL,
	"point_id" integer NOT NULL,
	"product_id" integer,
	"quantity" numeric(12, 2) NOT NULL,
	"unit" "product_unit" NOT NULL,
	"status" "lot_share_status" NOT NULL,
	"order_id" integer,
	"waiting_since" timestamp with time zone,
	"asked_until" timestamp with time zone,
	"entered_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lot_shares_farm" UNIQUE("lot_id","farmer_id"),
	CONSTRAINT "lot_shares_quantity_positive" CHECK (quantity > 0),
	CONSTRAINT "lot_shares_ordered" CHECK (status <> 'ordered' or order_id is not null)
);
--> statement-breakpoint
CREATE TABLE "lots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"status" "lot_status" DEFAULT 'open' NOT NULL,
	"crop" text NOT NULL,
	"unit" "product_unit" NOT NULL,
	"net_weight_kg" numeric(9, 3),
	"quantity" numeric(12, 2) NOT NULL,
	"least_quantity" numeric(12, 2) NOT NULL,
	"smallest_share" numeric(12, 2) NOT NULL,
	"price_cents" integer NOT NULL,
	"quality" text NOT NULL,
	"day" date NOT NULL,
	"place" text NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"is_extended" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"payment_method" "payment_method",
	"paying_phone" text,
	"repeats_weekly" boolean NOT NULL,
	"previous_id" integer,
	"first_told_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lots_repeated_once" UNIQUE("previous_id"),
	CONSTRAINT "lots_quantity_positive" CHECK (quantity > 0),
	CONSTRAINT "lots_least_quantity" CHECK (least_quantity between 0 and quantity),
	CONSTRAINT "lots_smallest_share" CHECK (smallest_share > 0 and smallest_share <= quantity),
	CONSTRAINT "lots_price_positive" CHECK (price_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "lot_points" ADD CONSTRAINT "lot_points_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_rides" ADD CONSTRAINT "lot_rides_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_rides" ADD CONSTRAINT "lot_rides_carrier_id_users_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_rides" ADD CONSTRAINT "lot_rides_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_shares" ADD CONSTRAINT "lot_shares_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_shares" ADD CONSTRAINT "lot_shares_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_shares" ADD CONSTRAINT "lot_shares_point_id_lot_points_id_fk" FOREIGN KEY ("point_id") REFERENCES "public"."lot_points"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_shares" ADD CONSTRAINT "lot_shares_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_shares" ADD CONSTRAINT "lot_shares_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_shares" ADD CONSTRAINT "lot_shares_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_previous_id_lots_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."lots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_points_lot" ON "lot_points" USING btree ("lot_id","id");--> statement-breakpoint
CREATE INDEX "lot_rides_by_carrier" ON "lot_rides" USING btree ("carrier_id","id");--> statement-breakpoint
CREATE INDEX "lot_rides_order" ON "lot_rides" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "lot_shares_farmer" ON "lot_shares" USING btree ("farmer_id","id");--> statement-breakpoint
CREATE INDEX "lot_shares_product" ON "lot_shares" USING btree ("product_id") WHERE status = 'given';--> statement-breakpoint
CREATE INDEX "lot_shares_point" ON "lot_shares" USING btree ("point_id");--> statement-breakpoint
CREATE INDEX "lot_shares_order" ON "lot_shares" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "lot_shares_entered_by" ON "lot_shares" USING btree ("entered_by");--> statement-breakpoint
CREATE INDEX "lot_shares_asked" ON "lot_shares" USING btree ("asked_until") WHERE status = 'asked';--> statement-breakpoint
CREATE INDEX "lots_buyer" ON "lots" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "lots_open" ON "lots" USING btree ("closes_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "lots_closed" ON "lots" USING btree ("id") WHERE status = 'closed';--> statement-breakpoint
CREATE INDEX "lots_taken" ON "lots" USING btree ("day","id") WHERE status = 'taken';--> statement-breakpoint
CREATE INDEX "lots_created" ON "lots" USING btree ("created_at");