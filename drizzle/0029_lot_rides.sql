CREATE TABLE "lot_rides" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_rides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lot_id" integer NOT NULL,
	"carrier_id" integer NOT NULL,
	"point_ids" integer[] NOT NULL,
	"price_cents" integer NOT NULL,
	"order_id" integer,
	CONSTRAINT "lot_rides_carrier" UNIQUE("lot_id","carrier_id")
);
--> statement-breakpoint
ALTER TABLE "lot_rides" ADD CONSTRAINT "lot_rides_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_rides" ADD CONSTRAINT "lot_rides_carrier_id_users_id_fk" FOREIGN KEY ("carrier_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_rides" ADD CONSTRAINT "lot_rides_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_rides_by_carrier" ON "lot_rides" USING btree ("carrier_id","id");