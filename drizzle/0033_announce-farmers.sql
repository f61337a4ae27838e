-- Buyers are not in the catalogue: what they change of themselves empties no memory.
DROP TRIGGER users_announced ON users;
--> statement-breakpoint
CREATE TRIGGER users_announced AFTER UPDATE OF first_name, suspended_at ON users FOR EACH ROW
  WHEN (NEW.role = 'farmer' AND (OLD.first_name, OLD.suspended_at) IS DISTINCT FROM (NEW.first_name, NEW.suspended_at))
  EXECUTE FUNCTION announce_catalogue_change();
