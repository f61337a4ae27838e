ALTER TYPE "public"."product_unit" ADD VALUE 'trays';--> statement-breakpoint
ALTER TYPE "public"."product_unit" ADD VALUE 'litres';--> statement-breakpoint
ALTER TYPE "public"."product_unit" ADD VALUE 'bunches';--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "low_stock_below" numeric(12, 2);