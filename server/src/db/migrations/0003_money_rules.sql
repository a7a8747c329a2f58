-- The first terms, which hold for all that was before any change.
INSERT INTO ledger_terms (id, effective_at, subscription_share_basis_points, tip_share_basis_points, hold_days, grace_days, created_at)
VALUES ('00000000-0000-7000-8000-000000000001', '2000-01-01T00:00:00Z', 7500, 7500, 7, 7, now());
--> statement-breakpoint
CREATE TRIGGER ledger_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_terms
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_lines
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
-- A statement keeps its figures; only its state may move on.
CREATE FUNCTION payout_statement_keeps_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR (to_jsonb(OLD) - 'state') IS DISTINCT FROM (to_jsonb(NEW) - 'state') THEN
    RAISE EXCEPTION 'a closed statement keeps its figures: % is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_statements_keep_figures BEFORE UPDATE OR DELETE ON payout_statements
  FOR EACH ROW EXECUTE FUNCTION payout_statement_keeps_figures();
--> statement-breakpoint
-- Also for sessions that ask triggers to rest.
ALTER TABLE ledger_journals ENABLE ALWAYS TRIGGER ledger_journals_append_only;
--> statement-breakpoint
ALTER TABLE ledger_lines ENABLE ALWAYS TRIGGER ledger_lines_append_only;
--> statement-breakpoint
ALTER TABLE ledger_journals ENABLE ALWAYS TRIGGER ledger_journals_balance;
--> statement-breakpoint
ALTER TABLE ledger_lines ENABLE ALWAYS TRIGGER ledger_lines_balance;
--> statement-breakpoint
ALTER TABLE ledger_terms ENABLE ALWAYS TRIGGER ledger_terms_append_only;
--> statement-breakpoint
ALTER TABLE payout_lines ENABLE ALWAYS TRIGGER payout_lines_append_only;
--> statement-breakpoint
ALTER TABLE payout_statements ENABLE ALWAYS TRIGGER payout_statements_keep_figures;
--> statement-breakpoint
-- Renewals that are unpaid today keep the grace they were promised.
UPDATE memberships SET grace_until = coalesce(unpaid_since, paid_through) + interval '7 days' WHERE status = 'past_due';
