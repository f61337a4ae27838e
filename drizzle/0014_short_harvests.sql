ALTER TYPE "public"."payout_status" ADD VALUE 'credited';--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_order_id_unique";--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_quantity_positive";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "ordered_quantity" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shortened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "returned_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "payment_id" integer;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "part" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "buyer_id" integer;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "credited_order_id" integer;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_credited_order_id_orders_id_fk" FOREIGN KEY ("credited_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_order_part" ON "payouts" USING btree ("order_id","part");--> statement-breakpoint
CREATE INDEX "payouts_buyer" ON "payouts" USING btree ("buyer_id","id") WHERE buyer_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_payment" ON "payouts" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_credited" ON "payouts" USING btree ("credited_order_id") WHERE credited_order_id is not null;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_quantity_not_negative" CHECK (quantity >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_returned_part" CHECK (returned_cents between 0 and amount_cents + credit_cents);--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_refund_numbered" CHECK ((payment_id is null) = (part = 0));