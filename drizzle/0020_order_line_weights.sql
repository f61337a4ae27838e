ALTER TABLE "standing_order_days" ADD COLUMN "delivery_fees" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "net_weight_kg" numeric(9, 3);