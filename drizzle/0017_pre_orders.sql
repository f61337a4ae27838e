ALTER TABLE "products" ADD COLUMN "deposit_percent" smallint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deposit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deposit_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "harvest_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_deposit_percent" CHECK (deposit_percent is null or (deposit_percent between 10 and 50 and harvest_date is not null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_deposit_not_negative" CHECK (deposit_cents >= 0);