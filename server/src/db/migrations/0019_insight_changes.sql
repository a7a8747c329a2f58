-- A journal has no lines but those it is written with: its lines tell of both.
CREATE FUNCTION insight_money_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO insight_changes (source, day)
  SELECT DISTINCT 'money', (j.occurred_at AT TIME ZONE 'UTC')::date
  FROM written l JOIN ledger_journals j ON j.id = l.journal_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER insight_money_changes AFTER INSERT ON ledger_lines
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION insight_money_changes();
--> statement-breakpoint
CREATE FUNCTION insight_member_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO insight_changes (source, day)
  SELECT DISTINCT 'members', (happened_at AT TIME ZONE 'UTC')::date FROM written;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER insight_member_changes AFTER INSERT ON membership_movements
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION insight_member_changes();
--> statement-breakpoint
-- What moved stays as it was noted: what turns out otherwise is another movement.
CREATE FUNCTION movements_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'movements of memberships are append-only: % is refused', TG_OP
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER membership_movements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON membership_movements
  FOR EACH STATEMENT EXECUTE FUNCTION movements_refuse_change();
--> statement-breakpoint
-- Days the books have already are counted at the first roll-up.
INSERT INTO insight_changes (source, day)
  SELECT DISTINCT 'money', (occurred_at AT TIME ZONE 'UTC')::date FROM ledger_journals;
