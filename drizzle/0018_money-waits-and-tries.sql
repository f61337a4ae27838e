CREATE TABLE "paying_database" (
	"id" integer PRIMARY KEY NOT NULL,
	"identity" text,
	"written_by" text NOT NULL,
	"enabled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paying_database_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "payout_tries" (
	"originator_conversation_id" text PRIMARY KEY NOT NULL,
	"payout_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"status_token_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_tries_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payout_tries_status_token_hash_unique" UNIQUE("status_token_hash")
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "push_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "failed_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_tries" ADD CONSTRAINT "payout_tries_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_tries_payout" ON "payout_tries" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_phone" ON "payment_attempts" USING btree ("phone_number","requested_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_waiting" ON "payment_attempts" USING btree ("push_at") WHERE push_at is not null;--> statement-breakpoint
INSERT INTO "payout_tries" ("originator_conversation_id", "payout_id", "token_hash", "status_token_hash", "sent_at")
SELECT "originator_conversation_id", "id", "token_hash", "status_token_hash", coalesce("sent_at", "created_at") FROM "payouts"
WHERE "originator_conversation_id" IS NOT NULL AND "token_hash" IS NOT NULL AND "status_token_hash" IS NOT NULL;
