CREATE TABLE "figure_weeks" (
	"week" date PRIMARY KEY NOT NULL,
	"counties" jsonb NOT NULL,
	"crops" jsonb NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "orders_disputed" ON "orders" USING btree ("updated_at") WHERE status = 'disputed';
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "pushed_cents" integer;
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "pushed_with_id" integer;
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_pushed_with_id_payment_attempts_id_fk" FOREIGN KEY ("pushed_with_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payment_attempts_pushed_with" ON "payment_attempts" USING btree ("pushed_with_id") WHERE pushed_with_id is not null;
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_receipt_unique";
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "part" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_receipt" ON "payments" USING btree ("receipt","part");
