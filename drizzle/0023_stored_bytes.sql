ALTER TABLE "dispute_photos" ADD COLUMN "stored_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "visit_photos" ADD COLUMN "stored_bytes" integer DEFAULT 0 NOT NULL;