ALTER TABLE "dispute_photos" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD COLUMN "is_taken_at_doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "captured_position_at" timestamp with time zone;