ALTER TABLE "upload_parts" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "caused_by" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stock_released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "sent_with_id" integer;--> statement-breakpoint
ALTER TABLE "price_observations" ADD COLUMN "is_proven" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_by_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_lines" ADD COLUMN "number_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "phone_lines" ADD COLUMN "released_number" text;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD COLUMN "storage_key" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_sent_with_id_payouts_id_fk" FOREIGN KEY ("sent_with_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payouts_sent_with" ON "payouts" USING btree ("sent_with_id") WHERE sent_with_id is not null;--> statement-breakpoint
CREATE INDEX "phone_lines_released" ON "phone_lines" USING btree ("user_id") WHERE released_number is not null;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_place" CHECK ((storage_key is null) <> (bytes is null));--> statement-breakpoint
-- What was observed before counts as it would today: db/proof-of.ts. Accounts that are gone are taken as proven.
UPDATE "price_observations" AS observed SET "is_proven" = false
WHERE EXISTS (SELECT FROM "orders" WHERE "id" = observed."order_id" AND "payment_method" = 'Cash on delivery')
  OR EXISTS (
    SELECT FROM "users" AS person LEFT JOIN "farms" ON "farms"."user_id" = person."id"
    WHERE person."id" IN (observed."farm_id", observed."buyer_id") AND person."phone_verified_at" IS NULL AND "farms"."visited_at" IS NULL
      AND NOT EXISTS (
        SELECT FROM "orders" AS bought
          JOIN "payments" AS came ON came."order_id" = bought."id" AND came."state" = 'received'
          JOIN "payment_attempts" AS paid ON paid."id" = came."attempt_id" AND paid."phone_number" IS NOT NULL
        WHERE bought."buyer_id" = person."id"
          AND NOT EXISTS (
            SELECT FROM "payment_attempts" AS other_paid JOIN "orders" AS other ON other."id" = other_paid."order_id"
            WHERE other_paid."phone_number" = paid."phone_number" AND other_paid."status" = 'paid' AND other."buyer_id" <> person."id")
          AND NOT EXISTS (
            SELECT FROM "users" AS owner
            WHERE owner."phone_number" = paid."phone_number" AND owner."phone_verified_at" IS NOT NULL AND owner."id" <> person."id")));
--> statement-breakpoint
-- The next round makes all weeks again.
UPDATE "price_rounds" SET "rolled_up_at" = NULL;
