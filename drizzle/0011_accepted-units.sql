ALTER TABLE "cart_lines" ADD COLUMN "accepted_unit" "product_unit";--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "accepted_net_weight_kg" numeric(9, 3);--> statement-breakpoint
UPDATE "cart_lines" SET "accepted_unit" = "products"."unit", "accepted_net_weight_kg" = "products"."net_weight_kg" FROM "products" WHERE "products"."id" = "cart_lines"."product_id";