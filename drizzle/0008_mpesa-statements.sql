CREATE TABLE "mpesa_statement_lines" (
	"receipt" text NOT NULL,
	"reason_type" text NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"details" text NOT NULL,
	"paid_in_cents" bigint NOT NULL,
	"withdrawn_cents" bigint NOT NULL,
	"other_party" text NOT NULL,
	"account_number" text NOT NULL,
	"linked_receipt" text NOT NULL,
	"is_charge" boolean NOT NULL,
	"is_open" boolean NOT NULL,
	"closed_reason" text,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mpesa_statement_lines_receipt_reason_type_pk" PRIMARY KEY("receipt","reason_type")
);
--> statement-breakpoint
CREATE TABLE "mpesa_statements" (
	"shortcode" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mpesa_statements_shortcode_starts_at_ends_at_pk" PRIMARY KEY("shortcode","starts_at","ends_at")
);
--> statement-breakpoint
CREATE INDEX "mpesa_statement_lines_completed" ON "mpesa_statement_lines" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "mpesa_statement_lines_open" ON "mpesa_statement_lines" USING btree ("paid_in_cents") WHERE is_open;--> statement-breakpoint
CREATE INDEX "mpesa_statements_ends" ON "mpesa_statements" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "orders_completed" ON "orders" USING btree ("completed_at") WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payments_refunded" ON "payments" USING btree ("refunded_at") WHERE refunded_at is not null;--> statement-breakpoint
CREATE INDEX "payouts_settled" ON "payouts" USING btree ("settled_at") WHERE status = 'paid';