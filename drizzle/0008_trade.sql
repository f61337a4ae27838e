CREATE TYPE "public"."fulfilment" AS ENUM('delivery', 'collection');--> statement-breakpoint
CREATE TYPE "public"."order_actor" AS ENUM('buyer', 'farmer', 'clock', 'operator', 'mpesa');--> statement-breakpoint
CREATE TYPE "public"."order_payment_status" AS ENUM('pending', 'processing', 'paid', 'failed', 'refund_due', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."order_status" AS ENUM('pending', 'confirmed', 'rejected', 'cancelled', 'expired', 'dispatched', 'completed', 'disputed');--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('M-Pesa', 'Cash on delivery');--> statement-breakpoint
CREATE TYPE "public"."payment_attempt_status" AS ENUM('sending', 'pushed', 'unknown', 'paid', 'failed', 'held');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('received', 'refund_due', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payout_status" AS ENUM('due', 'sent', 'paid', 'failed', 'unknown', 'cancelled');--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"buyer_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"accepted_price_cents" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_lines_buyer_id_product_id_pk" PRIMARY KEY("buyer_id","product_id"),
	CONSTRAINT "cart_lines_quantity_positive" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator" text NOT NULL,
	"action" text NOT NULL,
	"details" jsonb NOT NULL,
	"happened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "checkouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkouts_buyer_id_idempotency_key_unique" UNIQUE("buyer_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"actor" "order_actor" NOT NULL,
	"subject" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"reason" text,
	"happened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"product_id" integer,
	"name" text NOT NULL,
	"unit" "product_unit" NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"price_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	CONSTRAINT "order_lines_quantity_positive" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer,
	"farmer_id" integer,
	"checkout_id" integer,
	"status" "order_status" DEFAULT 'pending' NOT NULL,
	"payment_status" "order_payment_status" DEFAULT 'pending' NOT NULL,
	"payment_method" "payment_method" DEFAULT 'M-Pesa' NOT NULL,
	"fulfilment" "fulfilment" NOT NULL,
	"delivery_address" text,
	"drop_off_latitude" double precision,
	"drop_off_longitude" double precision,
	"distance_metres" double precision,
	"delivery_date" date,
	"note" text,
	"subtotal_cents" integer NOT NULL,
	"delivery_fee_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"handover_tries" smallint DEFAULT 0 NOT NULL,
	"reminders_sent" smallint DEFAULT 0 NOT NULL,
	"completed_by_clock" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"dispatched_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_total_whole_shillings" CHECK (total_cents > 0 and total_cents % 100 = 0)
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"status" "payment_attempt_status" DEFAULT 'sending' NOT NULL,
	"token_hash" text NOT NULL,
	"phone_number" text,
	"amount_cents" integer NOT NULL,
	"merchant_request_id" text,
	"checkout_request_id" text,
	"result_code" text,
	"result_text" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ask_again_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payment_attempts_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payment_attempts_checkout_request_id_unique" UNIQUE("checkout_request_id")
);
--> statement-breakpoint
CREATE TABLE "payment_callbacks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_callbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"attempt_id" integer,
	"method" "payment_method" NOT NULL,
	"state" "payment_state" NOT NULL,
	"amount_cents" integer NOT NULL,
	"receipt" text,
	"received_at" timestamp with time zone NOT NULL,
	"refund_receipt" text,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "payments_attempt_id_unique" UNIQUE("attempt_id"),
	CONSTRAINT "payments_receipt_unique" UNIQUE("receipt"),
	CONSTRAINT "payments_refund_receipt_unique" UNIQUE("refund_receipt"),
	CONSTRAINT "payments_amount_positive" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"farmer_id" integer,
	"status" "payout_status" DEFAULT 'due' NOT NULL,
	"amount_cents" integer NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"originator_conversation_id" text,
	"token_hash" text,
	"phone_number" text,
	"receipt" text,
	"result_code" text,
	"result_text" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"ask_again_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payouts_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "payouts_originator_conversation_id_unique" UNIQUE("originator_conversation_id"),
	CONSTRAINT "payouts_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payouts_receipt_unique" UNIQUE("receipt")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"farmer_id" integer,
	"rating" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "reviews_rating" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_lines_product_id_index" ON "cart_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "checkouts_created_at_index" ON "checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_events_order_id_id_index" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_order_id_id_index" ON "order_lines" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_product_id_index" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "orders_farmer" ON "orders" USING btree ("farmer_id","id");--> statement-breakpoint
CREATE INDEX "orders_farmer_status" ON "orders" USING btree ("farmer_id","status","id");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_confirmed" ON "orders" USING btree ("confirmed_at") WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "orders_dispatched" ON "orders" USING btree ("dispatched_at") WHERE status = 'dispatched';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("order_id") WHERE status in ('sending', 'pushed', 'unknown');--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payment_attempts_open" ON "payment_attempts" USING btree ("ask_again_at") WHERE status in ('sending', 'pushed', 'unknown');--> statement-breakpoint
CREATE INDEX "payment_callbacks_token_hash_index" ON "payment_callbacks" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "payment_callbacks_received_at_index" ON "payment_callbacks" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_received" ON "payments" USING btree ("order_id") WHERE state = 'received';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payments_refund_due" ON "payments" USING btree ("id") WHERE state = 'refund_due';--> statement-breakpoint
CREATE INDEX "payouts_farmer" ON "payouts" USING btree ("farmer_id","id");--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("held_until") WHERE status = 'due';--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("ask_again_at") WHERE status in ('sent', 'unknown');--> statement-breakpoint
CREATE INDEX "reviews_farmer" ON "reviews" USING btree ("farmer_id","order_id");