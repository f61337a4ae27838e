-- The page of a farm is kept in memory too, and a suspended farmer's must go at once even where nothing of theirs is offered.
DROP TRIGGER users_announced ON users;
--> statement-breakpoint
CREATE TRIGGER users_announced AFTER UPDATE OF first_name, suspended_at ON users FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
