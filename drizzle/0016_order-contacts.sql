CREATE TABLE "order_contacts" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"buyer_phone_number" text,
	"farmer_phone_number" text,
	"farm_name" text,
	"county" text,
	"subcounty" text,
	"address_description" text,
	"latitude" double precision,
	"longitude" double precision
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_contacts" ADD CONSTRAINT "order_contacts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "order_contacts" ("order_id", "buyer_phone_number", "farmer_phone_number", "farm_name", "county", "subcounty", "address_description", "latitude", "longitude")
SELECT "orders"."id", "buyer"."phone_number", "farmer"."phone_number", "farms"."name", "farms"."county", "farms"."subcounty", "farms"."address_description", "farms"."latitude", "farms"."longitude"
FROM "orders"
LEFT JOIN "users" "buyer" ON "buyer"."id" = "orders"."buyer_id"
LEFT JOIN "users" "farmer" ON "farmer"."id" = "orders"."farmer_id"
LEFT JOIN "farms" ON "farms"."user_id" = "orders"."farmer_id"
WHERE "orders"."confirmed_at" IS NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "ended_at" = coalesce((
  SELECT max("happened_at") FROM "order_events"
  WHERE "order_events"."order_id" = "orders"."id" AND "subject" = 'status' AND "to_status" = "orders"."status"::text
), "updated_at")
WHERE "status" IN ('rejected', 'cancelled', 'expired', 'completed');
