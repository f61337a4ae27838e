CREATE TABLE "known_devices" (
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"first_login_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_token_hash_user_id_pk" PRIMARY KEY("token_hash","user_id")
);
--> statement-breakpoint
ALTER TABLE "signup_proofs" ADD COLUMN "replaces_user_id" integer;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_user_id_index" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_last_login_at_index" ON "known_devices" USING btree ("last_login_at");--> statement-breakpoint
ALTER TABLE "signup_proofs" ADD CONSTRAINT "signup_proofs_replaces_user_id_users_id_fk" FOREIGN KEY ("replaces_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signup_proofs_replaces_user_id_index" ON "signup_proofs" USING btree ("replaces_user_id");--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("created_at") WHERE email_verified_at is null;--> statement-breakpoint
CREATE INDEX "rate_limit_counters_prefix" ON "rate_limit_counters" USING btree ("key" text_pattern_ops);--> statement-breakpoint
UPDATE "reviews" SET "text" = '' WHERE "text" <> '' AND EXISTS (SELECT FROM "orders" WHERE "orders"."id" = "reviews"."order_id" AND "orders"."buyer_id" IS NULL);--> statement-breakpoint
UPDATE "reviews" SET "answer" = NULL, "answered_at" = NULL WHERE "farmer_id" IS NULL AND "answer" IS NOT NULL;--> statement-breakpoint
UPDATE "order_events" SET "reason" = NULL WHERE "reason" IS NOT NULL AND EXISTS (SELECT FROM "orders" WHERE "orders"."id" = "order_events"."order_id" AND (("order_events"."actor" = 'buyer' AND "orders"."buyer_id" IS NULL) OR ("order_events"."actor" = 'farmer' AND "orders"."farmer_id" IS NULL)));
