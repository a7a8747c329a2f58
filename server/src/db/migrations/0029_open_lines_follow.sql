-- Open lines follow the books and the statements: whoever writes either cannot forget them.
CREATE FUNCTION payout_open_lines_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_open_lines (journal_id, kind, occurred_at, amount_cents)
  SELECT j.id, j.kind, j.occurred_at, -l.amount_cents
  FROM written l JOIN ledger_journals j ON j.id = l.journal_id
  WHERE l.account = 'creator_payable';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_open_lines_grow AFTER INSERT ON ledger_lines
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION payout_open_lines_grow();
--> statement-breakpoint
CREATE FUNCTION payout_open_lines_shrink() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payout_open_lines o USING written p WHERE o.journal_id = p.journal_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_open_lines_shrink AFTER INSERT ON payout_lines
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION payout_open_lines_shrink();
--> statement-breakpoint
INSERT INTO payout_open_lines (journal_id, kind, occurred_at, amount_cents)
  SELECT j.id, j.kind, j.occurred_at, -l.amount_cents
  FROM ledger_journals j
  JOIN ledger_lines l ON l.journal_id = j.id AND l.account = 'creator_payable'
  LEFT JOIN payout_lines p ON p.journal_id = j.id
  WHERE p.journal_id IS NULL;
