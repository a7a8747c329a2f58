-- What moved memberships before it was written down, as well as their rows and the books can say it: who came when, at
-- today's price, and how it ended. What failed and was paid again in between is not to be seen any more. One that was
-- begun beside another of the same person never counted.
WITH counted AS (
  SELECT m.*,
    row_number() OVER by_person AS nth,
    date_trunc('month', first_value(m.started_at) OVER by_person AT TIME ZONE 'UTC')::date AS joined_month,
    back.taken_back_at
  FROM memberships m
  -- When the payment of its last month was given back or lost as a whole, by the books.
  LEFT JOIN LATERAL (
    SELECT max(taking.occurred_at) AS taken_back_at
    FROM (
      SELECT j.id, (
        SELECT -sum(l.amount_cents) FROM ledger_lines l
        WHERE l.journal_id = j.id AND l.account IN ('creator_payable', 'platform_revenue')
      ) AS cents
      FROM ledger_journals j
      WHERE j.source_id = m.id AND j.kind = 'subscription'
      ORDER BY j.occurred_at DESC, j.id DESC LIMIT 1
    ) payment
    JOIN ledger_journals taking ON taking.payment_journal_id = payment.id
    JOIN ledger_lines l ON l.journal_id = taking.id AND l.account IN ('creator_payable', 'platform_revenue')
    GROUP BY payment.cents HAVING sum(l.amount_cents) >= payment.cents
  ) back ON true
  WHERE m.paid_through IS NOT NULL AND m.status NOT LIKE 'incomplete%'
    AND NOT EXISTS (
      SELECT 1 FROM memberships other
      WHERE other.person_id = m.person_id AND other.paid_through IS NOT NULL
        AND (other.started_at, other.id) < (m.started_at, m.id)
        AND coalesce(other.ended_at, 'infinity') > m.started_at
    )
  WINDOW by_person AS (PARTITION BY m.person_id ORDER BY m.started_at, m.id)
), ended AS (
  SELECT *, CASE
    WHEN revoked_at IS NOT NULL THEN 'taken_back'
    WHEN ended_at IS NULL AND status IN ('active', 'trialing') THEN NULL
    WHEN taken_back_at <= coalesce(ended_at, 'infinity') + interval '5 minutes' THEN 'taken_back'
    -- For an hour after a month the next one is not charged yet: whoever went then chose to.
    WHEN ended_at <= paid_through + interval '1 hour' THEN 'lost_by_choice'
    ELSE 'lost_by_failed_payment'
  END AS loss
  FROM counted
), moves AS (
  SELECT id, person_id, joined_month, CASE WHEN nth = 1 THEN 'new' ELSE 'returning' END AS kind,
    1 AS members, price_cents AS cents, started_at AS happened_at
  FROM ended
  UNION ALL
  SELECT id, person_id, joined_month, loss, -1, -price_cents, greatest(started_at, CASE
    WHEN loss = 'taken_back' THEN coalesce(revoked_at, taken_back_at)
    WHEN loss = 'lost_by_choice' THEN ended_at
    ELSE coalesce(unpaid_since, paid_through)
  END)
  FROM ended WHERE loss IS NOT NULL
)
INSERT INTO membership_movements
  (id, membership_id, person_id, kind, members, cents, joined_month, happened_at, noted_at)
SELECT gen_random_uuid(), id, person_id, kind, members, cents, joined_month, happened_at, now() FROM moves;
