CREATE TYPE "public"."standing_day_status" AS ENUM('proposed', 'skipped', 'placed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."when_missing" AS ENUM('leaveOut', 'nearest', 'ask');--> statement-breakpoint
CREATE TABLE "standing_order_days" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "standing_order_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"standing_order_id" integer NOT NULL,
	"day" date NOT NULL,
	"status" "standing_day_status" NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"order_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "standing_order_days_once" UNIQUE("standing_order_id","day")
);
--> statement-breakpoint
CREATE TABLE "standing_order_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "standing_order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"standing_order_id" integer NOT NULL,
	"product_id" integer,
	"name" text NOT NULL,
	"crop" text,
	"unit" "product_unit" NOT NULL,
	"net_weight_kg" numeric(9, 3),
	"quantity" numeric(12, 2) NOT NULL,
	"ceiling_cents" integer NOT NULL,
	CONSTRAINT "standing_order_lines_quantity_positive" CHECK (quantity > 0),
	CONSTRAINT "standing_order_lines_ceiling_positive" CHECK (ceiling_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "standing_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "standing_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"weekday_bits" smallint NOT NULL,
	"next_day" date NOT NULL,
	"paused_at" timestamp with time zone,
	"fulfilment" "fulfilment" NOT NULL,
	"delivery_address" text,
	"latitude" double precision,
	"longitude" double precision,
	"payment_method" "payment_method" NOT NULL,
	"wished_part" "day_part",
	"note" text,
	"when_missing" "when_missing" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "standing_orders_some_weekday" CHECK (weekday_bits between 2 and 254)
);
--> statement-breakpoint
ALTER TABLE "standing_order_days" ADD CONSTRAINT "standing_order_days_standing_order_id_standing_orders_id_fk" FOREIGN KEY ("standing_order_id") REFERENCES "public"."standing_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_lines" ADD CONSTRAINT "standing_order_lines_standing_order_id_standing_orders_id_fk" FOREIGN KEY ("standing_order_id") REFERENCES "public"."standing_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_lines" ADD CONSTRAINT "standing_order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "standing_order_days_proposed" ON "standing_order_days" USING btree ("standing_order_id","day") WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX "standing_order_days_day_index" ON "standing_order_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "standing_order_lines_standing_order_id_id_index" ON "standing_order_lines" USING btree ("standing_order_id","id");--> statement-breakpoint
CREATE INDEX "standing_order_lines_product_id_index" ON "standing_order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "standing_orders_buyer" ON "standing_orders" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "standing_orders_next" ON "standing_orders" USING btree ("id") WHERE paused_at is null;