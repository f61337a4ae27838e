ALTER TABLE "one_time_codes" ADD COLUMN "asked_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "wrong_codes" ADD COLUMN "is_from_elsewhere" boolean DEFAULT false NOT NULL;