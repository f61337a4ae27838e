CREATE TABLE "farm_standings" (
	"farmer_id" integer PRIMARY KEY NOT NULL,
	"reputation_score" numeric(2, 1) NOT NULL,
	"rating_count" integer NOT NULL,
	"rating_buyer_count" integer NOT NULL,
	"proven_buyer_count" integer NOT NULL,
	"sales_cents" bigint NOT NULL,
	"sales_count" integer NOT NULL,
	"sales_buyer_count" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "farm_sums" (
	"farmer_id" integer NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "farm_sums_farmer_id_day_kind_pk" PRIMARY KEY("farmer_id","day","kind")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "farmer_id" integer;--> statement-breakpoint
ALTER TABLE "farm_standings" ADD CONSTRAINT "farm_standings_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "farm_sums" ADD CONSTRAINT "farm_sums_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "farm_standings_counted" ON "farm_standings" USING btree ("counted_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_farmer_id_users_id_fk" FOREIGN KEY ("farmer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_attempts_doubtful" ON "payment_attempts" USING btree ("id") WHERE status in ('held', 'unknown');--> statement-breakpoint
CREATE INDEX "payments_farmer" ON "payments" USING btree ("farmer_id","id");--> statement-breakpoint
CREATE INDEX "payments_farmer_received" ON "payments" USING btree ("farmer_id","received_at");--> statement-breakpoint
CREATE INDEX "payouts_farmer_open" ON "payouts" USING btree ("farmer_id") WHERE status <> 'paid';--> statement-breakpoint
-- Servers of the version before do not write it.
CREATE FUNCTION name_payments_farm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.farmer_id := (SELECT farmer_id FROM orders WHERE id = NEW.order_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_farm_named BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION name_payments_farm();
--> statement-breakpoint
UPDATE payments SET farmer_id = orders.farmer_id FROM orders WHERE orders.id = payments.order_id AND orders.farmer_id IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION add_to_farm_sum(farmer integer, what text, at timestamptz, number integer, amount bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO farm_sums (farmer_id, kind, day, count, cents)
  VALUES (farmer, what, (at AT TIME ZONE 'Africa/Nairobi')::date, number, amount), (farmer, what, '0001-01-01', number, amount)
  ON CONFLICT (farmer_id, day, kind) DO UPDATE
    SET count = farm_sums.count + excluded.count, cents = farm_sums.cents + excluded.cents
$$;
--> statement-breakpoint
-- An account that is being deleted takes its sums along.
CREATE FUNCTION sum_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.farmer_id IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM add_to_farm_sum(NEW.farmer_id, CASE OLD.state WHEN 'received' THEN OLD.method::text ELSE 'refunded' END,
      OLD.received_at, -1, OLD.returned_cents - OLD.amount_cents - OLD.credit_cents);
  END IF;
  PERFORM add_to_farm_sum(NEW.farmer_id, CASE NEW.state WHEN 'received' THEN NEW.method::text ELSE 'refunded' END,
    NEW.received_at, 1, NEW.amount_cents - NEW.returned_cents + NEW.credit_cents);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_summed_first AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION sum_payments();
--> statement-breakpoint
CREATE TRIGGER payments_summed AFTER UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.state, OLD.amount_cents, OLD.returned_cents, OLD.credit_cents, OLD.received_at)
    IS DISTINCT FROM (NEW.state, NEW.amount_cents, NEW.returned_cents, NEW.credit_cents, NEW.received_at))
  EXECUTE FUNCTION sum_payments();
--> statement-breakpoint
CREATE FUNCTION sum_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.farmer_id IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND OLD.status = 'paid' AND OLD.settled_at IS NOT NULL THEN
    PERFORM add_to_farm_sum(NEW.farmer_id, 'paidOut', OLD.settled_at, -1, -OLD.amount_cents);
  END IF;
  IF NEW.status = 'paid' AND NEW.settled_at IS NOT NULL THEN
    PERFORM add_to_farm_sum(NEW.farmer_id, 'paidOut', NEW.settled_at, 1, NEW.amount_cents);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_summed_first AFTER INSERT ON payouts FOR EACH ROW WHEN (NEW.status = 'paid')
  EXECUTE FUNCTION sum_payouts();
--> statement-breakpoint
CREATE TRIGGER payouts_summed AFTER UPDATE ON payouts FOR EACH ROW
  WHEN ((OLD.status, OLD.amount_cents, OLD.settled_at) IS DISTINCT FROM (NEW.status, NEW.amount_cents, NEW.settled_at))
  EXECUTE FUNCTION sum_payouts();
--> statement-breakpoint
CREATE FUNCTION sum_completed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.farmer_id IS NOT NULL THEN
    PERFORM add_to_farm_sum(NEW.farmer_id, 'completed', NEW.created_at, CASE NEW.status WHEN 'completed' THEN 1 ELSE -1 END, 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_summed_first AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.status = 'completed')
  EXECUTE FUNCTION sum_completed();
--> statement-breakpoint
CREATE TRIGGER orders_summed AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN ((OLD.status = 'completed') <> (NEW.status = 'completed')) EXECUTE FUNCTION sum_completed();
--> statement-breakpoint
INSERT INTO farm_sums (farmer_id, kind, day, count, cents)
SELECT farmer_id, kind, coalesce(day, '0001-01-01'), count(*), sum(cents) FROM (
  SELECT farmer_id, kind, (at AT TIME ZONE 'Africa/Nairobi')::date AS day, cents FROM (
    SELECT farmer_id, CASE state WHEN 'received' THEN method::text ELSE 'refunded' END AS kind, received_at AS at,
        amount_cents - returned_cents + credit_cents AS cents
      FROM payments
    UNION ALL SELECT farmer_id, 'paidOut', settled_at, amount_cents FROM payouts WHERE status = 'paid' AND settled_at IS NOT NULL
    UNION ALL SELECT farmer_id, 'completed', created_at, 0 FROM orders WHERE status = 'completed'
  ) AS moved WHERE farmer_id IS NOT NULL
) AS dated GROUP BY farmer_id, kind, ROLLUP (day) ORDER BY farmer_id, 3;
