-- Tells every process when what the catalogue shows has changed, whoever changed it: 'stock' where only how much there is of something has,
-- 'all' otherwise. Of equal announcements in one transaction PostgreSQL sends one.
CREATE FUNCTION announce_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.quantity > 0) = (NEW.quantity > 0) THEN
    OLD.quantity := NEW.quantity;
    OLD.updated_at := NEW.updated_at;
    IF OLD IS NOT DISTINCT FROM NEW THEN
      PERFORM pg_notify('catalogue', 'stock');
      RETURN NULL;
    END IF;
  END IF;
  PERFORM pg_notify('catalogue', 'all');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION announce_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'all');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_announced AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION announce_product_change();
--> statement-breakpoint
CREATE TRIGGER farms_announced AFTER INSERT OR UPDATE OR DELETE ON farms FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER photos_announced AFTER UPDATE OR DELETE ON photos FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER users_announced AFTER UPDATE OF first_name ON users FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
