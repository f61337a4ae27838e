ALTER TABLE "webhook_subjects" ADD COLUMN "told_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_subjects_told" ON "webhook_subjects" USING btree ("told_at");--> statement-breakpoint
CREATE INDEX "webhook_subjects_subject" ON "webhook_subjects" USING btree ("subject");