ALTER TABLE "mpesa_statement_lines" ADD COLUMN "imported_by" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "booked_by" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "operator_actions_moved" ON "operator_actions" USING btree ("happened_at") WHERE details -> 'movedCents' is not null;--> statement-breakpoint
CREATE INDEX "payments_unconfirmed" ON "payments" USING btree ("order_id") WHERE booked_by is not null and confirmed_at is null;