CREATE TABLE "price_offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"buyer_id" integer,
	"product_id" integer,
	"by_side" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"price_cents" integer NOT NULL,
	"product_name" text NOT NULL,
	"unit" "product_unit" NOT NULL,
	"net_weight_kg" numeric(9, 3),
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"order_id" integer,
	CONSTRAINT "price_offers_quantity_positive" CHECK (quantity > 0),
	CONSTRAINT "price_offers_price_positive" CHECK (price_cents > 0),
	CONSTRAINT "price_offers_held" CHECK (status <> 'accepted' or held_until is not null)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "offer_id" integer;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offers" ADD CONSTRAINT "price_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_offers_open" ON "price_offers" USING btree ("conversation_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "price_offers_conversation" ON "price_offers" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "price_offers_buyer" ON "price_offers" USING btree ("buyer_id","status");--> statement-breakpoint
CREATE INDEX "price_offers_product" ON "price_offers" USING btree ("product_id","status");--> statement-breakpoint
CREATE INDEX "price_offers_order" ON "price_offers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "price_offers_expiring" ON "price_offers" USING btree ("expires_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "price_offers_held_until" ON "price_offers" USING btree ("held_until") WHERE status = 'accepted';--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_offer_id_price_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."price_offers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_offer" ON "messages" USING btree ("offer_id");