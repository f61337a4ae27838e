ALTER TABLE "order_lines" ADD COLUMN "weighed_quantity" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "weighing" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "weighing_left" smallint;