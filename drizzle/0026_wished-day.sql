CREATE TYPE "public"."day_part" AS ENUM('morning', 'afternoon');--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wished_day" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wished_part" "day_part";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wished_part_of_a_day" CHECK (wished_part is null or wished_day is not null);