-- Alerts of before name the member by what they are about: a row, a transaction in the message, or "Person ID".
UPDATE "payment_alerts" a SET person_id = known.person_id FROM (
  SELECT b.id, coalesce(
    (SELECT p.id FROM "people" p WHERE p.id = substring(b.message FROM 'Person ([0-9a-f-]{36}) ')::uuid),
    (SELECT m.person_id FROM "memberships" m
      WHERE m.subscription_id IN (b.subject, substring(b.message FROM '\((sub_[^)]+)\)')) LIMIT 1),
    (SELECT m.person_id FROM "memberships" m WHERE b.kind = 'reconcile' AND m.customer_id = b.subject LIMIT 1),
    (SELECT j.person_id FROM "ledger_journals" j
      WHERE j.provider_txn IN (b.subject, substring(b.message FROM '\(transaction ([^,)]+)')) LIMIT 1),
    (SELECT d.person_id FROM "ledger_disputes" d WHERE d.id = b.subject),
    (SELECT j.person_id FROM "ledger_refunds" r JOIN "ledger_journals" j ON j.id = r.payment_journal_id
      WHERE (b.kind = 'refund-failed' AND r.refund_id = b.subject)
        OR (b.kind = 'refund-unanswered' AND r.id::text = b.subject) LIMIT 1),
    (SELECT t.from_person_id FROM "tips" t WHERE b.kind = 'unknown-tip-status' AND t.id::text = b.subject)
  ) AS person_id FROM "payment_alerts" b
) known WHERE known.id = a.id AND known.person_id IS NOT NULL;
