ALTER TABLE "orders" DROP CONSTRAINT "orders_checkout_id_checkouts_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "checkout_id";