ALTER TABLE "photos" ADD COLUMN "state" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "encodings_begun" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "photos_waiting" ON "photos" USING btree ("farmer_id") WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_state" CHECK (state in ('ready', 'waiting', 'unreadable'));