ALTER TABLE "payouts" ADD COLUMN "status_token_hash" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_status_token_hash_unique" UNIQUE("status_token_hash");