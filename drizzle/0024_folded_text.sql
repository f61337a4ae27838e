-- The same as fold() in src/platform/rules/text/fold.ts. A database with locale C lower-cases only
-- ASCII, so the Latin capitals that are no letter with a mark are listed.
CREATE FUNCTION fold_text(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select btrim(regexp_replace(lower(translate(regexp_replace(normalize(translate(typed, U&'\00B4', ''''), NFKD),
    '[''`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+', '', 'g'),
    'ÆÐØÞĐĦŁŊŒŦ', 'æðøþđħłŋœŧ')),
    '[\u0001-/:-@\[-`\{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u060c\u061b\u061f\u1361-\u1368\u1680\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\ufffc\ufffd\U0001f000-\U0001faff]+', ' ', 'g'))
$$;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "folded_text" text GENERATED ALWAYS AS (' ' || fold_text(name) || E' \n ' || fold_text(description) || ' ') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "farms_folded" ON "farms" USING gin (fold_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_folded" ON "products" USING gin (folded_text gin_trgm_ops) WHERE deleted_at is null and hidden_at is null and status = 'available' and is_in_stock;--> statement-breakpoint
CREATE INDEX "users_folded" ON "users" USING gin (fold_text("first_name" || ' ' || "last_name" || ' ' || coalesce("email"::text, '') || ' ' || "phone_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_folded" ON "messages" USING gin (to_tsvector('simple', fold_text(text)));