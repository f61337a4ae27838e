CREATE TABLE "buyer_invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "buyer_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"number" integer NOT NULL,
	"order_id" integer NOT NULL,
	"farmer_id" integer,
	"seller_name" text,
	"seller_national_id" text,
	"seller_phone_number" text,
	"consented_at" timestamp with time zone NOT NULL,
	"sale_day" date NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "buyer_invoices_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "buyer_invoices_number" UNIQUE("buyer_id","number")
);
--> statement-breakpoint
CREATE TABLE "invoice_consents" (
	"farmer_id" integer PRIMARY KEY NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"buyer_id" integer PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "invoice_counters_not_negative" CHECK (last_number >= 0)
);
--> statement-breakpoint
ALTER TABLE "buyer_invoices" ADD CONSTRAINT "buyer_invoices_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_invoices" ADD CONSTRAINT "buyer_invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_invoices" ADD CONSTRAINT "buyer_invoices_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_consents" ADD CONSTRAINT "invoice_consents_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_counters" ADD CONSTRAINT "invoice_counters_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "buyer_invoices_day" ON "buyer_invoices" USING btree ("buyer_id","sale_day");--> statement-breakpoint
CREATE INDEX "buyer_invoices_farmer" ON "buyer_invoices" USING btree ("farmer_id","id");