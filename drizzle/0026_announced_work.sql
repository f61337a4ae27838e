-- Wakes the servers for new messages and events, so that they need not ask for them all the time.
CREATE FUNCTION announce_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added) THEN PERFORM pg_notify(TG_TABLE_NAME, ''); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER outbox_messages_announced AFTER INSERT ON outbox_messages REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION announce_work();
--> statement-breakpoint
CREATE TRIGGER webhook_events_announced AFTER INSERT ON webhook_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION announce_work();
--> statement-breakpoint
CREATE TRIGGER payment_attempts_announced AFTER INSERT ON payment_attempts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION announce_work();
--> statement-breakpoint
CREATE FUNCTION announce_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_TABLE_NAME, '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_announced AFTER INSERT OR UPDATE OF status, held_until, approved_at ON payouts
  FOR EACH ROW EXECUTE FUNCTION announce_row();
