CREATE TABLE "buyer_ratings" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"buyer_id" integer NOT NULL,
	"farmer_id" integer,
	"rating" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "buyer_ratings_rating" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "buyer_ratings" ADD CONSTRAINT "buyer_ratings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_ratings" ADD CONSTRAINT "buyer_ratings_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_ratings" ADD CONSTRAINT "buyer_ratings_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "buyer_ratings_buyer" ON "buyer_ratings" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "buyer_ratings_farmer" ON "buyer_ratings" USING btree ("farmer_id");