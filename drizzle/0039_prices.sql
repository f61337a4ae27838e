CREATE TABLE "price_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"crop" text NOT NULL,
	"county" text NOT NULL,
	"below_kes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"told_on" date,
	"told_kes" integer
);
--> statement-breakpoint
CREATE TABLE "price_cells" (
	"crop" text NOT NULL,
	"period" text NOT NULL,
	"county" text NOT NULL,
	"kind" text NOT NULL,
	"first_day" date NOT NULL,
	"median_kes" integer NOT NULL,
	"low_kes" integer NOT NULL,
	"high_kes" integer NOT NULL,
	"farms" integer NOT NULL,
	"buyers" integer NOT NULL,
	"orders" integer NOT NULL,
	"observations" integer NOT NULL,
	"is_shown" boolean NOT NULL,
	CONSTRAINT "price_cells_crop_period_county_kind_first_day_pk" PRIMARY KEY("crop","period","county","kind","first_day")
);
--> statement-breakpoint
CREATE TABLE "price_observations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"crop" text NOT NULL,
	"county" text NOT NULL,
	"day" date NOT NULL,
	"price_per_kg_cents" integer NOT NULL,
	"quantity_kg" numeric(16, 3) NOT NULL,
	"farm_id" integer NOT NULL,
	"product_id" integer,
	"buyer_id" integer,
	"order_id" integer,
	"order_line_id" integer,
	"is_related" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rounds" (
	"id" integer PRIMARY KEY NOT NULL,
	"observed_day" date,
	"rolled_up_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reference_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reference_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"crop" text NOT NULL,
	"commodity" text NOT NULL,
	"market" text NOT NULL,
	"county" text NOT NULL,
	"day" date NOT NULL,
	"wholesale_cents" integer,
	"retail_cents" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_alerts_one" ON "price_alerts" USING btree ("user_id","crop","county");--> statement-breakpoint
CREATE INDEX "price_cells_country" ON "price_cells" USING btree ("kind","first_day","crop") WHERE is_shown and period = 'week' and county = '';--> statement-breakpoint
CREATE INDEX "price_observations_crop" ON "price_observations" USING btree ("kind","crop","day");--> statement-breakpoint
CREATE INDEX "price_observations_created" ON "price_observations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "price_observations_product" ON "price_observations" USING btree ("product_id","day") WHERE kind = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "price_observations_order_line" ON "price_observations" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reference_prices_line" ON "reference_prices" USING btree ("source","county","market","commodity","day");--> statement-breakpoint
CREATE INDEX "reference_prices_crop" ON "reference_prices" USING btree ("crop","day");