-- What was agreed to is never changed, and deleted only when the person was erased.
CREATE FUNCTION agreements_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM people WHERE id = OLD.person_id AND erased_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'agreements are append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER agreements_append_only BEFORE UPDATE OR DELETE ON agreements
  FOR EACH ROW EXECUTE FUNCTION agreements_refuse_change();
--> statement-breakpoint
-- A version of a text stays as it was; only its announcement is noted.
CREATE FUNCTION text_versions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.name, NEW.version, NEW.hash, NEW.body, NEW.since)
    IS NOT DISTINCT FROM (OLD.name, OLD.version, OLD.hash, OLD.body, OLD.since) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'text_versions are append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER text_versions_append_only BEFORE UPDATE OR DELETE ON text_versions
  FOR EACH ROW EXECUTE FUNCTION text_versions_refuse_change();
