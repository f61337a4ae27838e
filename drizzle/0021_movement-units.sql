ALTER TABLE "stock_movements" ADD COLUMN "unit" "product_unit";--> statement-breakpoint
UPDATE "stock_movements" SET "unit" = "products"."unit" FROM "products" WHERE "products"."id" = "stock_movements"."product_id" AND "stock_movements"."unit" IS NULL;
